/** What a bench gets from `npm run bench -- NAME [arguments]`. */
export interface BenchContext {
  /** The folder of the checkout. */
  readonly root: string;
  /** The environment for what it starts; with Electron and a display when the bench says `needsWindow`. */
  readonly env: NodeJS.ProcessEnv;
  /** Electron's executable, when the bench says `needsWindow`. */
  readonly electron?: string;
  /** What stood behind the name. */
  readonly args: readonly string[];
  /** Progress for people; goes to stderr. */
  readonly say: (line: string) => void;
}

/** One measured value, and the limit that it must keep where there is one. */
export interface BenchRow {
  readonly measure: string;
  readonly value: number;
  readonly unit: string;
  /** The largest value that is still good. */
  readonly limit?: number;
}

/** What a bench answers. `machine` and the date are added by the runner. */
export interface BenchReport {
  readonly rows: readonly BenchRow[];
  /** What the reader must know to judge the numbers. */
  readonly notes?: readonly string[];
}

/** A file `test/bench/NAME.ts` exports `bench`. */
export interface Bench {
  /** One line for the list of benches. */
  readonly what: string;
  /** Whether it opens windows: the runner then finds Electron and a display. */
  readonly needsWindow: boolean;
  run(context: BenchContext): Promise<BenchReport>;
}
