/**
 * Every cap, grace time and threshold of the engine: value, unit, reason.
 * Times are milliseconds, sizes are bytes, unless the name says otherwise.
 */
export const limits = {
  /** How long the era probe (`server/discover`) may take on stdio before `initialize` goes to the same process (PRODUCT.md §3). */
  eraProbeMs: 3_000,
  /** How long a server remembered as legacy is started without the era probe; after that it may have been upgraded. */
  eraVerdictMs: 7 * 24 * 60 * 60_000,
  /** Remembered eras; the oldest go first. */
  eraVerdicts: 500,
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
  /** After a second press on Quit the app ends even if something hangs: longer than SIGKILL and its look take. */
  forcedQuitMs: 5_000,
  /** While a stop waits, the process table is looked at this often: a look costs a few milliseconds. */
  stopPollMs: 50,
  /** After a process has ended, its last lines may still be in the pipes; a grandchild can hold them open for ever. */
  drainMs: 250,

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
  /** Text of an HTTP error answer that is shown, characters: enough for a sentence, not for a page. */
  httpErrorTextChars: 300,
  /** Telling a remote server that the session is over; it must not hold up a quit. */
  remoteGoodbyeMs: 1_000,
  /** Skipped stdout lines kept for the log. */
  noiseLines: 200,

  /** `tools/list`: pages and tools of one server; the largest known server lists under 300 tools. */
  listPages: 100,
  listTools: 5_000,
  /** Tools named as unusable, each with its reason; a list that is all rubbish must not fill the card. */
  rejectedTools: 200,
  /** Longest name of a tool, characters; longer ones are an attack or a mistake. */
  toolNameChars: 1_000,
  /** Wait after `list_changed` before listing again; servers send bursts. */
  listChangedDebounceMs: 300,

  /** Wire names: the alphabet and length that all model providers accept (PITFALLS P29). */
  wireNameChars: 64,

  /** What the window gets of one text block, and of one image, of a result; the whole stays on disk. */
  resultTextBytes: 256 * 1_024,
  resultImageBytes: 8 * 1_024 * 1_024,
  /** The same over all text blocks, and over all images and sounds, of one result. */
  resultAllTextBytes: 1_024 * 1_024,
  resultAllMediaBytes: 24 * 1_024 * 1_024,
  /** Blocks of one result that the window draws. */
  resultBlocks: 500,
  /** Results kept on disk for reading by range, newest last. */
  resultsKept: 200,

  /** Config files larger than this are not read. */
  configFileBytes: 4 * 1_024 * 1_024,
  /** Editors write in several steps; one reload after they are done. */
  configWatchDebounceMs: 150,
  /** Objects and lists inside each other in a config file; real ones have 5, the reader recurses once a level. */
  configDepth: 100,
  /** Syntax faults shown of one file: the first ones matter, the rest mostly follow from them. */
  configFaultsShown: 5,
  /** Characters of a server's name: in files below what the routes take, in the Add dialog what a card shows uncut. */
  configNameChars: 200,
  draftNameChars: 64,
  /** An entry's own `timeout`: one day; far below where timers overflow. Shorter than one second is probably meant as seconds. */
  entryTimeoutMaxMs: 24 * 60 * 60_000,
  entryTimeoutShortMs: 1_000,

  /** Older majors get no security fixes and the window says so: Electron's makers support the newest three, and 45 is pinned. */
  oldestElectronMajor: 43,

  /** Health of local servers is measured this often while the window is shown. */
  healthIntervalMs: 2_000,
  /** A page that crashed is loaded again this many times; one that always crashes must not do so for ever. */
  pageReloads: 3,
  /** Snapshot events are gathered for this long: one frame at 60 Hz. */
  eventGatherMs: 16,
  /** Folders offered again on the first screen. */
  recentFolders: 8,
  /** Ended calls kept for a window that reloads. */
  callsKept: 50,

  /** Longer command lines are marked as risky from end to end instead of being searched, which would hold up the app. */
  riskTextChars: 20_000,
  /** Arguments of one call that are looked at for protected paths; a call with more texts asks (PRODUCT.md §6). */
  controlPathStrings: 5_000,
  /** Longer texts are no path: the longest that Linux takes. */
  controlPathChars: 4_096,

  /** Texts are counted in pieces of this many characters: one piece of a single letter takes about 10 ms. */
  tokenSliceChars: 2_000,
  /** Longer texts are counted up to here and the rest is estimated in proportion. */
  tokenCountChars: 200_000,
  /** Counting lets other work go on after this time. */
  tokenTurnMs: 8,
  /** Counts that are remembered, by hash of the text. */
  tokenCacheEntries: 20_000,

  /** A regular expression in the search box, and how long it may run over the whole catalog (PRODUCT.md §5). */
  patternChars: 200,
  patternMs: 100,
  /** Words of one query that are searched; the rest is ignored. */
  queryWords: 30,
  /** Names offered when nothing matches. */
  nearestNames: 5,
} as const;
