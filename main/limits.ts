/**
 * Every cap, grace time and threshold of the engine: value, unit, reason.
 * Times are milliseconds, sizes are bytes, unless the name says otherwise.
 */
export const limits = {
  /** How long the era probe (`server/discover`) may take on stdio before `initialize` goes to the same process (PRODUCT.md §3). */
  eraProbeMs: 3_000,
  /** From launch to the end of `tools/list`. Cold `uvx` and Docker starts take tens of seconds (PITFALLS P6). */
  startMs: 60_000,
  /** The same for a command that may download its package first. */
  firstDownloadMs: 300_000,
  /** A tool call without progress; what the MCP SDKs take as default. */
  callMs: 60_000,
  /** A tool call that keeps reporting progress; a server that reports for ever must not hold a slot for ever (PITFALLS P10). */
  callCeilingMs: 30 * 60_000,

  /** Shutdown ladder: after stdin is closed, after SIGTERM, after SIGKILL. Well-behaved servers leave within 100 ms. */
  stopStdinMs: 2_000,
  stopTermMs: 2_000,
  stopKillMs: 2_000,

  /** Asking the login shell for its PATH, once (PRODUCT.md §3). */
  loginShellMs: 3_000,

  /** stderr ring: enough for a long stack trace, small enough for fifty servers. */
  stderrRingBytes: 256 * 1_024,
  stderrRingLines: 2_000,
  /** One line longer than this is cut in the ring. */
  stderrLineBytes: 16 * 1_024,
  /** Lines shown on a failed card (PRODUCT.md §3). */
  stderrTailLines: 25,

  /** One JSON-RPC frame on stdout; larger ones are an error, not memory without bound. */
  frameBytes: 64 * 1_024 * 1_024,
  /** Skipped stdout lines kept for the log. */
  noiseLines: 200,

  /** `tools/list`: pages and tools of one server; the largest known server lists under 300 tools. */
  listPages: 100,
  listTools: 5_000,
  /** Wait after `list_changed` before listing again; servers send bursts. */
  listChangedDebounceMs: 300,

  /** Wire names: the alphabet and length that all model providers accept (PITFALLS P29). */
  wireNameChars: 64,

  /** What the window gets of one text block, and of one image, of a result; the whole stays on disk. */
  resultTextBytes: 256 * 1_024,
  resultImageBytes: 8 * 1_024 * 1_024,
  /** Results kept on disk for reading by range, newest last. */
  resultsKept: 200,

  /** Config files larger than this are not read. */
  configFileBytes: 4 * 1_024 * 1_024,
  /** Editors write in several steps; one reload after they are done. */
  configWatchDebounceMs: 150,

  /** Health of local servers is measured this often while the window is shown. */
  healthIntervalMs: 2_000,
  /** Snapshot events are gathered for this long: one frame at 60 Hz. */
  eventGatherMs: 16,
  /** Ended calls kept for a window that reloads. */
  callsKept: 50,
} as const;
