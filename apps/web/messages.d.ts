// The messages between page and server. Written by a test from their declarations in apps/server/src/protocol.rs, and not to be edited:
// run `cargo nextest run -p server -E 'test(typescript)'` after a change there.

/** How an analysis stands. */
export type Analysis = {
  /** The nominal depth. */
  depth: number;
  /** True once it has ended; it may then be asked for anew. */
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
  /** The endgame tables, where they are near. */
  tables: Tables | null;
};

/** One line of an `Analysis`. */
export type AnalysisLine = {
  /** The depth of the score in plies. */
  depth: number;
  /** True for a win or loss that is proven with its exact distance. */
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

/** The tournaments there are. */
export type ArenaList = {
  /** True where the page may start, stop and remove some. */
  may_start: boolean;
  /** Programs that the page may let play, as lines. */
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
    /** Where it was played: a game that is in the library already is taken over from there once. */
    origin?: string | null;
    /** Who plays each side, by side letter; a side left out is a person's. */
    players?: Record<string, Player>;
    /** A position to start from. */
    position?: string | null;
    /** The seed of a random deal; without it the server rolls one. */
    seed?: number | null;
    /** The judgement of each of them, where it is known. */
    thoughts?: (Thought | null)[];
    /** A tree to begin with. */
    tree?: TreeEdit[];
    /** Turns already played. */
    turns?: string[];
    type: "new";
    /** Whose library the game goes into. */
    user?: string | null;
  }
  /** Tell me how the game stands, and all that happens in it. */
  | {
    /** The game. */
    id: string;
    type: "watch";
  }
  /** Tell me no more of it. */
  | {
    /** The game. */
    id: string;
    type: "leave";
  }
  /** Play a turn; refused as stale when the game has gone on. */
  | {
    /** The game. */
    id: string;
    /** The number of turns played before this one. */
    ply: number;
    /** The turn in the game's notation. */
    turn: string;
    type: "play";
  }
  /** Take back to that ply. */
  | {
    /** The game. */
    id: string;
    /** The number of turns played before the position meant. */
    ply: number;
    type: "undo";
  }
  /** Search for the person to move. */
  | {
    /** The game. */
    id: string;
    /** The number of turns played before the position meant. */
    ply: number;
    type: "hint";
  }
  /** Let the engine play the best it has found. */
  | {
    /** The game. */
    id: string;
    type: "move_now";
  }
  /** Let the engine search again after a failure. */
  | {
    /** The game. */
    id: string;
    type: "think";
  }
  /** Let the engine think in a person's time, or not. */
  | {
    /** The game. */
    id: string;
    /** True to let the engine think while a person does. */
    on: boolean;
    type: "ponder";
  }
  /** Play what was taken back. */
  | {
    /** The game. */
    id: string;
    /** The number of turns played before the position meant. */
    ply: number;
    type: "redo";
  }
  /** Give up. */
  | {
    /** The game. */
    id: string;
    /** Who gives up. */
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
  /** Ask how a turn of several moves goes on. */
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
  /** Search a position until told otherwise. */
  | {
    /** The game's name. */
    game: string;
    /** Comes back with each answer. */
    key: number;
    /** How many best lines; 0 for one for every move. */
    lines: number;
    /** Where the line begins. */
    start: string;
    /** The turns from there. */
    turns?: string[];
    type: "analyse";
  }
  /** Search no more. */
  | {
    type: "stop_analysis";
  }
  /** Change the game's tree. */
  | (Edit & {
    type: "edit";
  })
  /** Make a line the game itself. */
  | {
    /** The game. */
    id: string;
    /** The turns from the start. */
    path: string[];
    type: "main_line";
  }
  /** Analyse every position of the game. */
  | {
    /** The game. */
    id: string;
    type: "report";
  }
  /** Stop that analysis. */
  | {
    /** The game. */
    id: string;
    type: "stop_report";
  }
  /** Ask for the games. */
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
  /** Ask for the tournaments. */
  | {
    type: "arena_list";
  }
  /** Tell me how a tournament stands, now and whenever that changes; instead of another one. */
  | {
    /** Its number. */
    id: number;
    type: "arena_watch";
  }
  /** Tell me no more of it. */
  | {
    type: "arena_leave";
  }
  /** Begin a tournament. */
  | {
    /** How to deal the starts, in the game's own words. */
    deal?: string;
    /** The engines, as lines. */
    engines: string[];
    /** Who meets whom. */
    format: Format;
    /** The game's name. */
    game: string;
    /** Games of a match, or of each pairing. */
    games: number;
    /** Its name. */
    name?: string | null;
    /** Openings in place of deals: a file's text, as `arena::Openings::read` takes it. */
    openings?: string | null;
    /** Rounds of a Swiss tournament; without it so many that one engine can win them all alone. */
    rounds?: number | null;
    /** The seed of openings and pairings; without it the server rolls one. */
    seed?: number | null;
    /** True to take the openings in the seed's order. */
    shuffled?: boolean;
    /** The test that ends a match: `elo0,elo1` in normalised Elo, and the error rates where they are not 0.05. */
    sprt?: string | null;
    type: "arena_start";
  }
  /** Ask whoever plays it to stop. */
  | {
    /** Its number. */
    id: number;
    type: "arena_stop";
  }
  /** Let it go on. */
  | {
    /** Its number. */
    id: number;
    type: "arena_resume";
  }
  /** Forget it and its games. */
  | {
    /** Its number. */
    id: number;
    type: "arena_remove";
  }
  /** The record of a finished game. */
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

/** The kind of a fault, for programs. */
export type Code = "bad_message" | "too_large" | "too_fast" | "limit" | "not_found" | "bad_start" | "illegal_turn" | "not_your_turn" | "stale" | "engine" | "storage";

/** What a test has found. */
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

/** How often an engine did what wrong. */
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

/** What a player does wrong. */
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

/** A game as it stands; sent whole at every change, so that nothing need be pieced together. */
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
  /** How many turns that were taken back can be played again. */
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
  /** What the event is called. */
  event?: string | null;
  /** The fault that ended it. */
  fault?: RecordedFault | null;
  /** The side letter of the match's first engine. */
  first_engine: string;
  /** The game's name as scripts write it. */
  game: string;
  /** The group of its opening, where the file of openings names groups. */
  group?: string | null;
  /** What reports call them, in the same order; as the lines where nothing stands here. */
  names?: [string, string] | null;
  /** What is known of each turn; as many as turns, or none. */
  notes?: TurnNote[];
  /** Its number in the match, from 1. */
  number: number;
  /** The pair that it belongs to, from 1: both games of a pair begin with the same opening. */
  pair: number;
  /** What was odd, yet no fault. */
  remarks?: string[];
  /** How it came out. */
  result: GameResult;
  /** The round of a tournament, from 1. */
  round: number;
  /** How long it took, in seconds. */
  seconds: number;
  /** Where it was played. */
  site?: string | null;
  /** The position where it began. */
  start: string;
  /** The turns played. */
  turns: string[];
};

/** How a game came out. */
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
  /** The engine's judgement, if it was its turn. */
  thought: Thought | null;
  /** In the game's notation. */
  turn: string;
  /** As people read it. */
  words: string;
};

/** How far a search has come. */
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
  /** The best line. */
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
  /** How it ended, if it has. */
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
  /** The turns that stand. */
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

/** What the two hypotheses are measured in. */
export type Model = "logistic" | "normalized";

/** What the openings decide, where they decide more than the engines. */
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
  /** What it is. */
  kind: FaultKind;
  /** The letter of the side that was at fault. */
  side: string;
  /** In plain English, for the record. */
  text: string;
};

/** The computer analysis of a game, as far as it has come. */
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
  /** A game as it stands. */
  | (Game & {
    type: "game";
  })
  /** How far a search has come. */
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
  /** How a turn of several moves goes on. */
  | (Within & {
    type: "within";
  })
  /** How an analysis stands. */
  | (Analysis & {
    type: "analysis";
  })
  /** A game's tree, whole. */
  | (Tree & {
    type: "tree";
  })
  /** How a game's report stands. */
  | (Report & {
    type: "report";
  })
  /** The games of the library, the last changed first. */
  | {
    /** At most 2000. */
    games: LibraryGame[];
    type: "library";
  }
  /** The tournaments there are. */
  | (ArenaList & {
    type: "arena_list";
  })
  /** How a tournament stands. */
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

/** What a tournament is doing. */
export type State = "running" | "stopping" | "done" | "stopped";

/** A node of a game's tree. */
export type StoredNode = {
  /** The comment on it; empty for none. */
  comment: string;
  /** The node before in the list; none for one below the root. */
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
  /** The most pieces a side. */
  men: number;
  /** The share of its positions that are decided, 0 to 1; draws never are. */
  share: number;
};

/** How far the endgame tables of a game are. */
export type Tables = {
  /** The one that is being built. */
  building: TableBuild | null;
  /** The most pieces a side of those that are ready; 0 for none. */
  ready: number;
};

/** A test that ends a match, and how it went. */
export type Test = {
  /** The chance to accept `elo1` where `elo0` is true; above 0, below 0.5. */
  alpha: number;
  /** The chance to accept `elo0` where `elo1` is true; above 0, below 0.5. */
  beta: number;
  /** After some of these pairs, the log-likelihood ratio. */
  curve: [number, number][];
  /** What is decided; None while more games are needed. */
  decision: Decision | null;
  /** The difference that is to be rejected. */
  elo0: number;
  /** The difference that is to be accepted; above `elo0`. */
  elo1: number;
  /** The log-likelihood ratio of `elo1` against `elo0`. */
  llr: number;
  /** At or below it `elo0` is accepted. */
  lower: number;
  /** What the differences are measured in. */
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

/** The engine's judgement of the turn it played. */
export type Thought = {
  /** The nominal depth. */
  depth: number;
  /** As the side that played sees it. */
  score: Score;
};

/** How a tournament stands. */
export type Tournament = {
  /** When it was begun, in milliseconds since 1970. */
  created: number;
  /** The engines, as lines. */
  engines: string[];
  /** The first of them. */
  faults: FaultLine[];
  /** How often each engine did what wrong; only those that did. */
  faults_by_engine: EngineFaults[];
  /** How many faults there were. */
  faults_count: number;
  /** Who meets whom. */
  format: Format;
  /** The game. */
  game: string;
  /** Games that are finished. */
  games: number;
  /** The games that finished last, the last first. */
  games_list: FinishedGame[];
  /** Its number. */
  id: number;
  /** Games that are known to be played, finished or not. */
  known: number;
  /** The games under way, as the program that plays them told. */
  live: LiveGame[];
  /** Its name for people. */
  name: string;
  /** The names of the engines. */
  names: string[];
  /** Why the program that played it ended, where it failed. */
  problem: string | null;
  /** The ratings, the best first; none before the first game. */
  ratings: Rated[];
  /** The seed of its openings and pairings. */
  seed: number;
  /** The table, the best first. */
  standings: Standing[];
  /** What it is doing. */
  state: State;
  /** Of a match, its score from the first engine's side. */
  summary: Summary | null;
  /** Of a match with one, its test. */
  test: Test | null;
  /** When it last changed. */
  updated: number;
  /** Who has won a knockout. */
  winner: string | null;
};

/** A tournament in a list. */
export type TournamentLine = {
  /** When it was begun, in milliseconds since 1970. */
  created: number;
  /** The engines, as lines. */
  engines: string[];
  /** Who meets whom. */
  format: Format;
  /** The game. */
  game: string;
  /** Games that are finished. */
  games: number;
  /** Its number. */
  id: number;
  /** Its name for people. */
  name: string;
  /** What it is doing. */
  state: State;
  /** When it last changed. */
  updated: number;
};

/** A game's tree, whole. */
export type Tree = {
  /** The comment on the start. */
  comment: string;
  /** The game. */
  id: string;
  /** Each after its parent, siblings in their order. */
  nodes: StoredNode[];
};

/** A change of a game's tree. A path is the turns from the start. */
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

/** What is known of a turn beside itself. */
export type TurnNote = {
  /** Nominal depth in plies. */
  depth?: number | null;
  /** What its clock showed after the turn, in seconds; None where it plays without a clock. */
  left?: number | null;
  /** States. */
  nodes?: number | null;
  /** The score from the engine's view. */
  score?: Verdict | null;
  /** How long the engine took, in seconds, by the arena's clock. */
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

/** A turn of several moves under way. */
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
