// The messages between page and server. Written by a test from their declarations in apps/server/src/protocol.rs, and not to be edited:
// run `cargo nextest run -p server -E 'test(typescript)'` after a change there.

/** The state of an analysis. */
export type Analysis = {
  /** The nominal depth. */
  depth: number;
  /** True once it has ended; it may then be requested again. */
  done: boolean;
  /** From the request. */
  key: number;
  /** The best first. */
  lines: AnalysisLine[];
  /** Nodes searched. */
  nodes: number;
  /** Time spent. */
  seconds: number;
  /** The deepest ply. */
  seldepth: number;
  /** The endgame tables, where the position is near them. */
  tables: Tables | null;
};

/** One line of an `Analysis`. */
export type AnalysisLine = {
  /** The depth of the score in plies. */
  depth: number;
  /** True for a proven win or loss whose distance is exact. */
  exact: boolean;
  /** Nodes searched below the first move. */
  nodes: number;
  /** The turns. */
  pv: string[];
  /** As the side to move sees it. */
  score: Score;
  /** The endgame tables' verdict on the first turn: a win, a loss (of 0 plies where the distance is not kept) or a draw; null where they do not know. */
  verdict: Score | null;
  /** The same as people read them. */
  words: string[];
};

/** A finished game of a tournament. */
export type ArenaGame = {
  /** The tournament. */
  id: number;
  /** The game. */
  record: GameRecord;
};

/** The list of tournaments. */
export type ArenaList = {
  /** True if the page may start, stop and remove tournaments. */
  may_start: boolean;
  /** The external engines that the page may use, as lines. */
  programs: string[];
  /** The newest first. */
  tournaments: TournamentLine[];
};

/** A message of the page. This declaration is the only one: the reader, the list of types in its errors, and the types of the page (`apps/web/messages.d.ts`) follow from it. */
export type ClientMessage =
  /** Begin a game. */
  | {
    /** The clock, if there is one. */
    clock?: ClockRule | null;
    /** How to deal the start, in the game's own words; not together with `position`. */
    deal?: string | null;
    /** How it ended there, where the board does not show it. */
    ending?: Ending | null;
    /** The game's name. */
    game: string;
    /** Who played, by side letter, where it was played elsewhere. */
    names?: Record<string, string>;
    /** Where it was played; a game whose origin is in the library already is not imported again. */
    origin?: string | null;
    /** Who plays each side, by side letter; a side left out is a person's. */
    players?: Record<string, Player>;
    /** A position to start from. */
    position?: string | null;
    /** The seed of a random deal; without it the server rolls one. */
    seed?: number | null;
    /** The engine's score of each of the turns, where it is known. */
    thoughts?: (Thought | null)[];
    /** The variations and comments to begin with. */
    tree?: TreeEdit[];
    /** Turns already played. */
    turns?: string[];
    type: "new";
    /** Whose library the game goes into. */
    user?: string | null;
  }
  /** Subscribe to a game: its state now, and at every change. */
  | {
    /** The game. */
    id: string;
    type: "watch";
  }
  /** Unsubscribe from a game. */
  | {
    /** The game. */
    id: string;
    type: "leave";
  }
  /** Play a turn; refused as stale when the game has gone on. */
  | {
    /** The game. */
    id: string;
    /** The turns played before this one. */
    ply: number;
    /** The turn in the game's notation. */
    turn: string;
    type: "play";
  }
  /** Take back to a ply. */
  | {
    /** The game. */
    id: string;
    /** The turns played before the position meant. */
    ply: number;
    type: "undo";
  }
  /** Ask for a hint; asked again at the same ply, for the next best turn. */
  | {
    /** The game. */
    id: string;
    /** The turns played before the position meant. */
    ply: number;
    type: "hint";
  }
  /** Make the engine move now, with the best turn found so far. */
  | {
    /** The game. */
    id: string;
    type: "move_now";
  }
  /** Restart the engine's search after a failure. */
  | {
    /** The game. */
    id: string;
    type: "think";
  }
  /** Switch pondering in a person's time on or off. */
  | {
    /** The game. */
    id: string;
    /** True for on. */
    on: boolean;
    type: "ponder";
  }
  /** Play turns that were taken back again, up to a ply. */
  | {
    /** The game. */
    id: string;
    /** The turns played before the position meant. */
    ply: number;
    type: "redo";
  }
  /** Resign. */
  | {
    /** The game. */
    id: string;
    /** The side that resigns. */
    side: string;
    type: "resign";
  }
  /** Ask for the position at the end of a line. */
  | {
    /** The game's name. */
    game: string;
    /** Where the line begins. */
    start: string;
    /** The turns from there. */
    turns?: string[];
    type: "look";
  }
  /** Ask for the legal continuations of a turn of several moves. */
  | {
    /** The moves of this turn so far. */
    begun: string;
    /** The game's name. */
    game: string;
    /** Where it begins. */
    start: string;
    /** The turns before this one. */
    turns: string[];
    type: "within";
  }
  /** Analyse a position until it is done, replaced or stopped. */
  | {
    /** The game's name. */
    game: string;
    /** Repeated in each answer. */
    key: number;
    /** The number of lines (MultiPV); 0 for every legal move. */
    lines: number;
    /** Where the line begins. */
    start: string;
    /** The turns from there. */
    turns?: string[];
    type: "analyse";
  }
  /** Stop the analysis. */
  | {
    type: "stop_analysis";
  }
  /** Change the variations or comments of a game. */
  | (Edit & {
    type: "edit";
  })
  /** Make a variation the main line. */
  | {
    /** The game. */
    id: string;
    /** The turns from the start. */
    path: string[];
    type: "main_line";
  }
  /** Start the computer analysis of a game. */
  | {
    /** The game. */
    id: string;
    type: "report";
  }
  /** Stop the computer analysis of a game. */
  | {
    /** The game. */
    id: string;
    type: "stop_report";
  }
  /** Ask for the games of the library. */
  | {
    /** True to get the trees, too. */
    trees?: boolean;
    type: "library";
    /** Whose games; a server on loopback lists all. */
    user?: string | null;
    /** True to get the turns as people read them, too. */
    words?: boolean;
  }
  /** Take a game out of the library, or put it back. */
  | {
    /** The game. */
    id: string;
    /** False puts it back. */
    removed: boolean;
    type: "remove";
  }
  /** Ask for the list of tournaments. */
  | {
    type: "arena_list";
  }
  /** Subscribe to a tournament, in place of the one before: its state now, and at every change. */
  | {
    /** Its number. */
    id: number;
    type: "arena_watch";
  }
  /** Unsubscribe from the tournament. */
  | {
    type: "arena_leave";
  }
  /** Begin a tournament. */
  | {
    /** The kind of random start position, in the game's own words. */
    deal?: string;
    /** The engines, as lines. */
    engines: string[];
    /** The format. */
    format: Format;
    /** The game's name. */
    game: string;
    /** The number of games of a match, or of each pairing. */
    games: number;
    /** Its name. */
    name?: string | null;
    /** Openings in place of random starts: a file's text, as `arena::Openings::read` takes it. */
    openings?: string | null;
    /** Rounds of a Swiss tournament; without it, as many as leave at most one engine with a perfect score. */
    rounds?: number | null;
    /** The seed of openings and pairings; without it the server chooses one at random. */
    seed?: number | null;
    /** True to shuffle the openings, by the seed. */
    shuffled?: boolean;
    /** The test that ends a match: `elo0,elo1` in normalised Elo, and the error rates where they are not 0.05. */
    sprt?: string | null;
    type: "arena_start";
  }
  /** Stop a tournament. */
  | {
    /** Its number. */
    id: number;
    type: "arena_stop";
  }
  /** Resume a stopped tournament. */
  | {
    /** Its number. */
    id: number;
    type: "arena_resume";
  }
  /** Delete a tournament and its games. */
  | {
    /** Its number. */
    id: number;
    type: "arena_remove";
  }
  /** Ask for the record of a finished game. */
  | {
    /** The tournament's number. */
    id: number;
    /** The game's, from 1. */
    number: number;
    type: "arena_game";
  };

/** The clocks as they stand when the message is sent. */
export type Clock = {
  /** After each turn, at most an hour. */
  increment: number;
  /** At the start, at most a day. */
  initial: number;
  /** Time left to each side, in milliseconds. */
  left: Record<string, number>;
  /** True while the clock of the side to move runs. */
  running: boolean;
};

/** A time for each side, with an increment after each of its turns. Both in milliseconds. */
export type ClockRule = {
  /** After each turn, at most an hour. */
  increment: number;
  /** At the start, at most a day. */
  initial: number;
};

/** The kind of an error, for programs. */
export type Code = "bad_message" | "too_large" | "too_fast" | "limit" | "not_found" | "bad_start" | "illegal_turn" | "not_your_turn" | "stale" | "engine" | "storage";

/** The decision of a test. */
export type Decision = "accepted" | "rejected";

/** `edit`. */
export type Edit = ({
  op: "add";
  /** The turns from the start. */
  path: string[];
} | {
  op: "comment";
  /** The turns from the start. */
  path: string[];
  /** At most 2000 characters. */
  text: string;
} | {
  op: "delete";
  /** The turns from the start. */
  path: string[];
} | {
  op: "promote";
  /** The turns from the start. */
  path: string[];
}) & {
  /** The game. */
  id: string;
};

/** How a game ended. */
export type Ending = {
  /** In words. */
  reason: string;
  /** The side that won; none in a draw. */
  winner: string | null;
};

/** The faults of an engine, counted by kind. */
export type EngineFaults = {
  /** By kind. */
  counts: Record<string, number>;
  /** The engine's name. */
  engine: string;
};

/** An error as it is sent. */
export type Failure = {
  /** For a program. */
  code: Code;
  /** For a person. */
  message: string;
  /** Where in the message the fault is. */
  place: string | null;
  /** The type of the message that is answered, where it could be read. */
  request: string | null;
};

/** The kinds of faults. */
export type FaultKind = "no-start" | "slow-start" | "not-ready" | "crash-at-start" | "crash" | "hang" | "time" | "illegal-turn" | "unreadable-turn" | "no-turn" | "flood" | "endless-line" | "failed" | "disqualified" | "resigned";

/** A fault of an engine. */
export type FaultLine = {
  /** The engine's name. */
  engine: string;
  /** Its kind, as scripts write it. */
  kind: string;
  /** In words. */
  text: string;
  /** The game was played again. */
  void: boolean;
};

/** A finished game in a list. */
export type FinishedGame = {
  /** The engines' names, the first side's first. */
  names: [string, string];
  /** Its number in the tournament, from 1. */
  number: number;
  /** Why it ended. */
  reason: string;
  /** The round, from 1. */
  round: number;
  /** How long it took, in seconds. */
  seconds: number;
  /** Turns played. */
  turns: number;
  /** The winner's letter; None in a draw. */
  winner: string | null;
};

/** Who meets whom. */
export type Format = "match" | "round-robin" | "gauntlet" | "swiss" | "knockout";

/** The state of a game; sent whole at every change. */
export type Game = {
  /** The clocks, if there are any. */
  clock: Clock | null;
  /** How it ended, if it has. */
  ending: Ending | null;
  /** The game's name. */
  game: string;
  /** The turns played. */
  history: HistoryEntry[];
  /** The id in its address. */
  id: string;
  /** The legal turns. */
  legal: string[];
  /** Who played, by side letter, where it was played elsewhere. */
  names: Record<string, string>;
  /** Who plays each side. */
  players: Record<string, Player>;
  /** The engine's pondering in a person's time. */
  pondering: Pondering | null;
  /** The position now. */
  position: string;
  /** The number of turns that can be redone. */
  redo: number;
  /** Who is to move. */
  side: string;
  /** The start position. */
  start: string;
  /** The search under way. */
  thinking: Thinking | null;
};

/** One game of a match or a tournament. As JSON it is one line of a record file. */
export type GameRecord = {
  /** When it was begun, in universal time: `2026-01-31T23:59:59Z`. */
  date?: string | null;
  /** The engines, as lines, that of the first side first (in Onitama Red's). */
  engines: [string, string];
  /** The name of the event. */
  event?: string | null;
  /** The fault that ended it. */
  fault?: RecordedFault | null;
  /** The side letter of the match's first engine. */
  first_engine: string;
  /** The game's name as scripts write it. */
  game: string;
  /** The group of its opening, where the file of openings names groups. */
  group?: string | null;
  /** Their names in reports, in the same order; None where those are the lines. */
  names?: [string, string] | null;
  /** A note on each turn; as many as turns, or none. */
  notes?: TurnNote[];
  /** Its number in the match, from 1. */
  number: number;
  /** The pair that it belongs to, from 1: both games of a pair begin with the same opening. */
  pair: number;
  /** Oddities that are no faults. */
  remarks?: string[];
  /** The result. */
  result: GameResult;
  /** The round of a tournament, from 1. */
  round: number;
  /** Its duration, in seconds. */
  seconds: number;
  /** Where it was played. */
  site?: string | null;
  /** The position where it began. */
  start: string;
  /** The turns played. */
  turns: string[];
};

/** The result of a game. */
export type GameResult = {
  /** Why: `way of the stone`. */
  reason: string;
  /** The winner's letter in the text of a position; None in a draw. */
  winner: string | null;
};

/** The first message of a connection. */
export type Hello = {
  /** The games it plays. */
  games: string[];
  /** The engine's levels. */
  levels: Level[];
  /** `PROTOCOL`. */
  protocol: number;
  /** The program's version. */
  version: string;
};

/** The turn that a hint suggests. */
export type Hint = {
  /** The game. */
  id: string;
  /** The turns played before it. */
  ply: number;
  /** 1 for the best turn; more where hints were asked for again. */
  rank: number;
  /** As the side to move sees it; null where it was not searched. */
  score: Score | null;
  /** The suggestion. */
  turn: string;
  /** The same as people read it. */
  words: string;
};

/** A turn that was played. */
export type HistoryEntry = {
  /** Time that its player had left after it, in milliseconds; none without a clock. */
  left: number | null;
  /** The position after it. */
  position: string;
  /** Who played it. */
  side: string;
  /** The engine's score, if it played the turn. */
  thought: Thought | null;
  /** In the game's notation. */
  turn: string;
  /** As people read it. */
  words: string;
};

/** The progress of a search. */
export type Info = {
  /** The nominal depth. */
  depth: number;
  /** The game. */
  id: string;
  /** Nodes searched. */
  nodes: number;
  /** The turns played before the position searched. */
  ply: number;
  /** The purpose of the search. */
  purpose: Purpose;
  /** The principal variation. */
  pv: string[];
  /** As `side` sees it. */
  score: Score;
  /** Time spent. */
  seconds: number;
  /** The deepest ply. */
  seldepth: number;
  /** The side to move there. */
  side: string;
  /** The same as people read it. */
  words: string[];
};

/** How an interval was computed. */
export type Interval = "normal" | "exact";

/** The computer analysis of a position of the game. */
export type Judged = {
  /** The best turn. */
  best: string;
  /** The nominal depth. */
  depth: number;
  /** Nodes searched. */
  nodes: number;
  /** As the side to move sees it. */
  score: Score;
  /** The score of the second best turn; none where there is but one. */
  second: Score | null;
  /** The same as people read it; empty in reports of older versions. */
  words: string;
};

/** A level of the engine. */
export type Level = {
  /** In a sentence. */
  about: string;
  /** From 1. */
  level: number;
  /** In a word or two. */
  name: string;
};

/** A game of the library. */
export type LibraryGame = {
  /** When it was last changed. */
  changed: number;
  /** The comment on the start. */
  comment: string;
  /** When it was begun, in milliseconds since 1970. */
  created: number;
  /** How it ended; null while it goes on. */
  ending: Ending | null;
  /** The game's name. */
  game: string;
  /** Its id. */
  id: string;
  /** Who played, by side letter, where it was played elsewhere. */
  names: Record<string, string>;
  /** Who played. */
  players: Record<string, Player>;
  /** Where it began. */
  start: string;
  /** Its tree, if it was asked for. */
  tree: StoredNode[];
  /** The turns played. */
  turns: string[];
  /** The same as people read them, where they were asked for. */
  words: string[];
};

/** `line`: the position at the end of a line. */
export type Line = {
  /** How the line ends, if it does. */
  ending: Ending | null;
  /** The game's name. */
  game: string;
  /** The legal turns there. */
  legal: string[];
  /** The position after each turn. */
  positions: string[];
  /** Who is to move at the end. */
  side: string;
  /** Where it begins. */
  start: string;
  /** The turns. */
  turns: string[];
};

/** A game under way, for those who watch. */
export type LiveGame = {
  /** The score that each turn was played with, from its player's view. */
  course: (Verdict | null)[];
  /** The first side's first. */
  engines: [string, string];
  /** In seconds. */
  left: [(number | null), (number | null)];
  number: number;
  position: string;
  round: number;
  scores: [(Verdict | null), (Verdict | null)];
  side: string;
  start: string;
  turns: string[];
};

/** A number with its 95 % interval. */
export type Measured = {
  /** Upper end of the interval. */
  high: number;
  /** Lower end of the interval. */
  low: number;
  /** The likeliest value. */
  value: number;
};

/** The scale of the two hypotheses. */
export type Model = "logistic" | "normalized";

/** The winner that the openings decide on, where they decide more than the engines. */
export type OpeningsDecide = "side" | "engine";

/** Who plays a side. */
export type Player = {
  kind: "person";
} | {
  kind: "engine";
  /** From 1, the weakest. */
  level: number;
};

/** Pondering under way. */
export type Pondering = {
  /** True while it waits for a thread that no one else needs. */
  queued: boolean;
};

/** The purpose of a search. */
export type Purpose = "move" | "hint" | "ponder";

/** An engine's rating. */
export type Rated = {
  /** Its rating in Elo, with its interval; the mean of all is 0 unless one is held fast. */
  elo: Measured;
  /** Games played. */
  games: number;
  /** Its name. */
  name: string;
  /** It won or lost every game: the rating's size is then the prior's. */
  one_sided: boolean;
  /** Points a game, from 0 to 1. */
  score: number;
};

/** The fault that ended a game. */
export type RecordedFault = {
  /** Its kind. */
  kind: FaultKind;
  /** The letter of the side that was at fault. */
  side: string;
  /** In plain English, for the record. */
  text: string;
};

/** The computer analysis of a game, as far as it is done. */
export type Report = {
  /** The game. */
  id: string;
  /** For each position from the start on; null where there is none yet, or nothing to analyse. */
  positions: (Judged | null)[];
  /** True while positions are being analysed. */
  running: boolean;
};

/** A score as the side to move at the root of the search sees it: points in hundredths, wins and losses in plies. */
export type Score = {
  /** The unit of the value. */
  kind: ScoreKind;
  /** Points, or plies to the end. */
  value: number;
};

/** The unit of a `Score`. */
export type ScoreKind = "win" | "loss" | "draw" | "points";

/** A message of the server. */
export type ServerMessage =
  /** The first message of a connection. */
  | (Hello & {
    type: "hello";
  })
  /** The state of a game. */
  | (Game & {
    type: "game";
  })
  /** The progress of a search. */
  | (Info & {
    type: "info";
  })
  /** The turn that a hint suggests. */
  | (Hint & {
    type: "hint";
  })
  /** The position at the end of a line. */
  | (Line & {
    type: "line";
  })
  /** The legal continuations of a turn of several moves. */
  | (Within & {
    type: "within";
  })
  /** The state of an analysis. */
  | (Analysis & {
    type: "analysis";
  })
  /** The variations and comments of a game. */
  | (Tree & {
    type: "tree";
  })
  /** The state of a computer analysis of a game. */
  | (Report & {
    type: "report";
  })
  /** The games of the library, the last changed first. */
  | {
    /** At most 2000. */
    games: LibraryGame[];
    type: "library";
  }
  /** The list of tournaments. */
  | (ArenaList & {
    type: "arena_list";
  })
  /** The state of a tournament. */
  | (Tournament & {
    type: "arena";
  })
  /** A tournament has begun. */
  | {
    /** Its number. */
    id: number;
    type: "arena_started";
  }
  /** A finished game of a tournament. */
  | (ArenaGame & {
    type: "arena_game";
  })
  /** A request failed, or something broke. */
  | (Failure & {
    type: "error";
  });

/** An engine's line in the table. */
export type Standing = {
  /** Half points against each engine, in the order of the engines, and the games played. */
  against: [number, number][];
  /** Buchholz: the points of each opponent, once for each game. */
  buchholz: number;
  /** Drawn. */
  draws: number;
  /** Games finished. */
  games: number;
  /** Lost. */
  losses: number;
  /** Its name. */
  name: string;
  /** Points: 1 for a win, 1/2 for a draw, and those of byes. */
  points: number;
  /** Its place, from 1. */
  rank: number;
  /** Sonneborn-Berger: the points of each opponent, times what was scored against it. */
  sonneborn_berger: number;
  /** Won. */
  wins: number;
};

/** The state of a tournament. */
export type State = "running" | "stopping" | "done" | "stopped";

/** A turn in the variations of a game. */
export type StoredNode = {
  /** The comment on it; empty for none. */
  comment: string;
  /** The index of the turn before it; null after the start. */
  parent: number | null;
  /** The position after it. */
  position: string;
  /** Who played it. */
  side: string;
  /** The turn that leads here. */
  turn: string;
  /** The same as people read it. */
  words: string;
};

/** The score of a match from the first engine's side. */
export type Summary = {
  /** The share of drawn games, from 0 to 1; 0 before the first game. */
  draw_ratio: number;
  /** Drawn. */
  draws: number;
  /** The difference; always finite. */
  elo?: number;
  /** Upper end of the 95 % interval; always finite. */
  elo_high?: number;
  /** Lower end of the 95 % interval; always finite. */
  elo_low?: number;
  /** Games finished. */
  games: number;
  /** How the interval was computed. */
  interval?: Interval;
  /** The chance that the first engine is the stronger one. */
  los?: number;
  /** Lost by the first engine. */
  losses: number;
  /** Normalised Elo: the mean score above 1/2, in standard deviations of one game, times 800/ln 10. None where all games or pairs scored the same but not 1/2. */
  nelo?: number | null;
  /** The openings decide more than the engines. */
  openings_decide?: OpeningsDecide | null;
  /** Finished pairs in which the first engine scored 0, 1/2, 1, 3/2 and 2. */
  pairs: [number, number, number, number, number];
  /** Points a game, from 0 to 1; 0.5 before the first game. */
  score: number;
  /** Finished pairs of which each engine won a game: the same side won both. */
  split: number;
  /** Won by the first engine. */
  wins: number;
};

/** An endgame table that is being built. */
export type TableBuild = {
  /** The greatest number of pieces a side. */
  men: number;
  /** The share of its positions known to be won or lost, 0 to 1. */
  share: number;
};

/** The endgame tables of a game. */
export type Tables = {
  /** The table that is being built. */
  building: TableBuild | null;
  /** The greatest number of pieces a side of the tables that are ready; 0 for none. */
  ready: number;
};

/** A test that ends a match, and how it went. */
export type Test = {
  /** The type I error rate: the chance to accept `elo1` where `elo0` is true; above 0, below 0.5. */
  alpha: number;
  /** The type II error rate: the chance to accept `elo0` where `elo1` is true; above 0, below 0.5. */
  beta: number;
  /** After some of these pairs, the log-likelihood ratio. */
  curve: [number, number][];
  /** The decision; None while more games are needed. */
  decision: Decision | null;
  /** The null hypothesis. */
  elo0: number;
  /** The alternative hypothesis; above `elo0`. */
  elo1: number;
  /** The log-likelihood ratio of `elo1` against `elo0`. */
  llr: number;
  /** At or below it `elo0` is accepted. */
  lower: number;
  /** The scale of the differences. */
  model: Model;
  /** The pairs that it has looked at. */
  pairs: number;
  /** At or above it `elo1` is accepted. */
  upper: number;
};

/** A search under way. */
export type Thinking = {
  /** Its purpose. */
  purpose: Purpose;
  /** True while it waits for a free engine. */
  queued: boolean;
};

/** The engine's score of the turn that it played. */
export type Thought = {
  /** The nominal depth. */
  depth: number;
  /** As the side that played sees it. */
  score: Score;
};

/** The state of a tournament. */
export type Tournament = {
  /** When it was begun, in milliseconds since 1970. */
  created: number;
  /** The engines, as lines. */
  engines: string[];
  /** The first of them. */
  faults: FaultLine[];
  /** The faults of each engine that had any. */
  faults_by_engine: EngineFaults[];
  /** How many faults there were. */
  faults_count: number;
  /** Its format. */
  format: Format;
  /** The game. */
  game: string;
  /** Games finished. */
  games: number;
  /** The games that finished last, the last first. */
  games_list: FinishedGame[];
  /** Its number. */
  id: number;
  /** The games scheduled so far, finished or not. */
  known: number;
  /** The games under way, as the program that plays them told. */
  live: LiveGame[];
  /** Its name for people. */
  name: string;
  /** The names of the engines. */
  names: string[];
  /** The reason why the program that plays it failed, if it did. */
  problem: string | null;
  /** The ratings, the best first; none before the first game. */
  ratings: Rated[];
  /** The seed of its openings and pairings. */
  seed: number;
  /** The table, the best first. */
  standings: Standing[];
  /** Its state. */
  state: State;
  /** Of a match, its score from the first engine's side. */
  summary: Summary | null;
  /** Of a match with one, its test. */
  test: Test | null;
  /** When it last changed. */
  updated: number;
  /** The winner of a knockout. */
  winner: string | null;
};

/** A tournament in a list. */
export type TournamentLine = {
  /** When it was begun, in milliseconds since 1970. */
  created: number;
  /** The engines, as lines. */
  engines: string[];
  /** Its format. */
  format: Format;
  /** The game. */
  game: string;
  /** Games finished. */
  games: number;
  /** Its number. */
  id: number;
  /** Its name for people. */
  name: string;
  /** Its state. */
  state: State;
  /** When it last changed. */
  updated: number;
};

/** The variations and comments of a game. */
export type Tree = {
  /** The comment on the start. */
  comment: string;
  /** The game. */
  id: string;
  /** Parents before children, siblings in order. */
  nodes: StoredNode[];
};

/** A change of the variations or comments. A path is the turns from the start. */
export type TreeEdit = {
  op: "add";
  /** The turns from the start. */
  path: string[];
} | {
  op: "comment";
  /** The turns from the start. */
  path: string[];
  /** At most 2000 characters. */
  text: string;
} | {
  op: "delete";
  /** The turns from the start. */
  path: string[];
} | {
  op: "promote";
  /** The turns from the start. */
  path: string[];
};

/** The engine's report on a turn, and its times. */
export type TurnNote = {
  /** Nominal depth in plies. */
  depth?: number | null;
  /** The time left on its clock after the turn, in seconds; None without a clock. */
  left?: number | null;
  /** Nodes searched. */
  nodes?: number | null;
  /** The score from the engine's view. */
  score?: Verdict | null;
  /** The time the engine took, in seconds, by the arena's clock. */
  seconds: number;
};

/** A score taken apart, also as programs read it: `{"kind":"win","value":5}`. */
export type Verdict = {
  kind: "win";
  value: number;
} | {
  kind: "loss";
  value: number;
} | {
  kind: "points";
  value: number;
};

/** A turn of several moves, not yet complete. */
export type Within = {
  /** The moves of this turn so far. */
  begun: string;
  /** The game's name. */
  game: string;
  /** True where the turn may end here. */
  may_end: boolean;
  /** The moves that may come next; none where the turn is complete. */
  moves: string[];
  /** The position after them. */
  position: string;
  /** Where it begins. */
  start: string;
  /** The turns before this one. */
  turns: string[];
};
