// The messages between page and server. Written by a test from their declarations in apps/server/src/protocol.rs, and not to be edited:
// run `cargo nextest run -p server -E 'test(typescript)'` after a change there.

/** A message of the page. This declaration is the only one: the reader, the list of types in its errors, and the types of the page (`apps/web/messages.d.ts`) follow from it. */
export type ClientMessage =
  /** Begin a game. */
  | {
    type: "new";
    /** The game's name. */
    game: string;
    /** How to deal the start, in the game's own words; not together with `position`. */
    deal?: string | null;
    /** The seed of a random deal; without it the server rolls one. */
    seed?: number | null;
    /** A position to start from. */
    position?: string | null;
    /** Who plays each side, by side letter; a side left out is a person's. */
    players?: Record<string, Player>;
    /** Turns already played. */
    turns?: string[];
    /** A tree to begin with. */
    tree?: TreeEdit[];
    /** The judgement of each of them, where it is known. */
    thoughts?: (Thought | null)[];
    /** Who played, by side letter, where it was played elsewhere. */
    names?: Record<string, string>;
    /** How it ended there, where the board does not show it. */
    ending?: Ending | null;
    /** Where it was played: a game that is in the library already is taken over from there once. */
    origin?: string | null;
    /** The clock, if there is one. */
    clock?: ClockRule | null;
    /** Whose library the game goes into. */
    user?: string | null;
  }
  /** Tell me how the game stands, and all that happens in it. */
  | {
    type: "watch";
    /** The game. */
    id: string;
  }
  /** Tell me no more of it. */
  | {
    type: "leave";
    /** The game. */
    id: string;
  }
  /** Play a turn; refused as stale when the game has gone on. */
  | {
    type: "play";
    /** The game. */
    id: string;
    /** The number of turns played before this one. */
    ply: number;
    /** The turn in the game's notation. */
    turn: string;
  }
  /** Take back to that ply. */
  | {
    type: "undo";
    /** The game. */
    id: string;
    /** The number of turns played before the position meant. */
    ply: number;
  }
  /** Search for the person to move. */
  | {
    type: "hint";
    /** The game. */
    id: string;
    /** The number of turns played before the position meant. */
    ply: number;
  }
  /** Let the engine play the best it has found. */
  | {
    type: "move_now";
    /** The game. */
    id: string;
  }
  /** Let the engine search again after a failure. */
  | {
    type: "think";
    /** The game. */
    id: string;
  }
  /** Let the engine think in a person's time, or not. */
  | {
    type: "ponder";
    /** The game. */
    id: string;
    /** True to let the engine think while a person does. */
    on: boolean;
  }
  /** Play what was taken back. */
  | {
    type: "redo";
    /** The game. */
    id: string;
    /** The number of turns played before the position meant. */
    ply: number;
  }
  /** Give up. */
  | {
    type: "resign";
    /** The game. */
    id: string;
    /** Who gives up. */
    side: string;
  }
  /** Ask for the position at the end of a line. */
  | {
    type: "look";
    /** The game's name. */
    game: string;
    /** Where the line begins. */
    start: string;
    /** The turns from there. */
    turns?: string[];
  }
  /** Ask how a turn of several moves goes on. */
  | {
    type: "within";
    /** The game's name. */
    game: string;
    /** Where it begins. */
    start: string;
    /** The turns before this one. */
    turns: string[];
    /** The moves of this turn so far. */
    begun: string;
  }
  /** Search a position until told otherwise. */
  | {
    type: "analyse";
    /** Comes back with each answer. */
    key: number;
    /** The game's name. */
    game: string;
    /** Where the line begins. */
    start: string;
    /** The turns from there. */
    turns?: string[];
    /** How many best lines; 0 for one for every move. */
    lines: number;
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
    type: "main_line";
    /** The game. */
    id: string;
    /** The turns from the start. */
    path: string[];
  }
  /** Analyse every position of the game. */
  | {
    type: "report";
    /** The game. */
    id: string;
  }
  /** Stop that analysis. */
  | {
    type: "stop_report";
    /** The game. */
    id: string;
  }
  /** Ask for the games. */
  | {
    type: "library";
    /** Whose games; a server on loopback lists all. */
    user?: string | null;
    /** True to get the trees, too. */
    trees?: boolean;
    /** True to get the turns as people read them, too. */
    words?: boolean;
  }
  /** Take a game out of the library, or put it back. */
  | {
    type: "remove";
    /** The game. */
    id: string;
    /** False puts it back. */
    removed: boolean;
  }
  /** Ask for the tournaments. */
  | {
    type: "arena_list";
  }
  /** Tell me how a tournament stands, now and whenever that changes; instead of another one. */
  | {
    type: "arena_watch";
    /** Its number. */
    id: number;
  }
  /** Tell me no more of it. */
  | {
    type: "arena_leave";
  }
  /** Begin a tournament. */
  | {
    type: "arena_start";
    /** The game's name. */
    game: string;
    /** Who meets whom. */
    format: Format;
    /** The engines, as lines. */
    engines: string[];
    /** Games of a match, or of each pairing. */
    games: number;
    /** Rounds of a Swiss tournament; without it so many that one engine can win them all alone. */
    rounds?: number | null;
    /** The seed of openings and pairings; without it the server rolls one. */
    seed?: number | null;
    /** The test that ends a match: `elo0,elo1` in normalised Elo, and the error rates where they are not 0.05. */
    sprt?: string | null;
    /** How to deal the starts, in the game's own words. */
    deal?: string;
    /** Openings in place of deals: a file's text, as `arena::Openings::read` takes it. */
    openings?: string | null;
    /** True to take the openings in the seed's order. */
    shuffled?: boolean;
    /** Its name. */
    name?: string | null;
  }
  /** Ask whoever plays it to stop. */
  | {
    type: "arena_stop";
    /** Its number. */
    id: number;
  }
  /** Let it go on. */
  | {
    type: "arena_resume";
    /** Its number. */
    id: number;
  }
  /** Forget it and its games. */
  | {
    type: "arena_remove";
    /** Its number. */
    id: number;
  }
  /** The record of a finished game. */
  | {
    type: "arena_game";
    /** The tournament's number. */
    id: number;
    /** The game's, from 1. */
    number: number;
  };

/** Who plays a side. */
export type Player = {
  kind: "person";
} | {
  kind: "engine";
  /** From 1, the weakest. */
  level: number;
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

/** The engine's judgement of the turn it played. */
export type Thought = {
  /** The nominal depth. */
  depth: number;
  /** As the side that played sees it. */
  score: Score;
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

/** How a game ended. */
export type Ending = {
  /** The side that won; none in a draw. */
  winner: string | null;
  /** In words. */
  reason: string;
};

/** A time for each side, with an increment after each of its turns. Both in milliseconds. */
export type ClockRule = {
  /** At the start, at most a day. */
  initial: number;
  /** After each turn, at most an hour. */
  increment: number;
};

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

/** Who meets whom. */
export type Format = "match" | "round-robin" | "gauntlet" | "swiss" | "knockout";

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
    type: "library";
    /** At most 2000. */
    games: LibraryGame[];
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
    type: "arena_started";
    /** Its number. */
    id: number;
  }
  /** A finished game of a tournament. */
  | (ArenaGame & {
    type: "arena_game";
  })
  /** A request failed, or something broke. */
  | (Failure & {
    type: "error";
  });

/** A level of the engine. */
export type Level = {
  /** From 1. */
  level: number;
  /** In a word or two. */
  name: string;
  /** In a sentence. */
  about: string;
};

/** The first message of a connection. */
export type Hello = {
  /** `PROTOCOL`. */
  protocol: number;
  /** The program's version. */
  version: string;
  /** The games it plays. */
  games: string[];
  /** The engine's levels. */
  levels: Level[];
};

/** A turn that was played. */
export type HistoryEntry = {
  /** In the game's notation. */
  turn: string;
  /** As people read it. */
  words: string;
  /** Who played it. */
  side: string;
  /** The position after it. */
  position: string;
  /** The engine's judgement, if it was its turn. */
  thought: Thought | null;
  /** Time that its player had left after it, in milliseconds; none without a clock. */
  left: number | null;
};

/** A search under way. */
export type Thinking = {
  /** Its purpose. */
  purpose: Purpose;
  /** True while it waits for a free engine. */
  queued: boolean;
};

/** The purpose of a search. */
export type Purpose = "move" | "hint" | "ponder";

/** Pondering under way. */
export type Pondering = {
  /** True while it waits for a thread that no one else needs. */
  queued: boolean;
};

/** The clocks as they stand when the message is sent. */
export type Clock = {
  /** At the start, at most a day. */
  initial: number;
  /** After each turn, at most an hour. */
  increment: number;
  /** Time left to each side, in milliseconds. */
  left: Record<string, number>;
  /** True while the clock of the side to move runs. */
  running: boolean;
};

/** A game as it stands; sent whole at every change, so that nothing need be pieced together. */
export type Game = {
  /** The id in its address. */
  id: string;
  /** The game's name. */
  game: string;
  /** The start position. */
  start: string;
  /** The turns played. */
  history: HistoryEntry[];
  /** The position now. */
  position: string;
  /** Who is to move. */
  side: string;
  /** The legal turns. */
  legal: string[];
  /** How it ended, if it has. */
  ending: Ending | null;
  /** Who plays each side. */
  players: Record<string, Player>;
  /** The search under way. */
  thinking: Thinking | null;
  /** The engine's pondering in a person's time. */
  pondering: Pondering | null;
  /** How many turns that were taken back can be played again. */
  redo: number;
  /** The clocks, if there are any. */
  clock: Clock | null;
  /** Who played, by side letter, where it was played elsewhere. */
  names: Record<string, string>;
};

/** How far a search has come. */
export type Info = {
  /** The game. */
  id: string;
  /** The turns played before the position searched. */
  ply: number;
  /** The side to move there. */
  side: string;
  /** The purpose of the search. */
  purpose: Purpose;
  /** The nominal depth. */
  depth: number;
  /** The deepest ply. */
  seldepth: number;
  /** As `side` sees it. */
  score: Score;
  /** Nodes searched. */
  nodes: number;
  /** Time spent. */
  seconds: number;
  /** The best line. */
  pv: string[];
  /** The same as people read it. */
  words: string[];
};

/** The turn that a hint suggests. */
export type Hint = {
  /** The game. */
  id: string;
  /** The turns played before it. */
  ply: number;
  /** The suggestion. */
  turn: string;
  /** The same as people read it. */
  words: string;
  /** 1 for the best turn; more where hints were asked for again. */
  rank: number;
  /** As the side to move sees it; null where it was not searched. */
  score: Score | null;
};

/** `line`: the position at the end of a line. */
export type Line = {
  /** The game's name. */
  game: string;
  /** Where it begins. */
  start: string;
  /** The turns. */
  turns: string[];
  /** The position after each turn. */
  positions: string[];
  /** Who is to move at the end. */
  side: string;
  /** The legal turns there. */
  legal: string[];
  /** How the line ends, if it does. */
  ending: Ending | null;
};

/** A turn of several moves under way. */
export type Within = {
  /** The game's name. */
  game: string;
  /** Where it begins. */
  start: string;
  /** The turns before this one. */
  turns: string[];
  /** The moves of this turn so far. */
  begun: string;
  /** The position after them. */
  position: string;
  /** The moves that may come next; none where the turn is complete. */
  moves: string[];
  /** True where the turn may end here. */
  may_end: boolean;
};

/** How far the endgame tables of a game are. */
export type Tables = {
  /** The most pieces a side of those that are ready; 0 for none. */
  ready: number;
  /** The one that is being built. */
  building: TableBuild | null;
};

/** An endgame table that is being built. */
export type TableBuild = {
  /** The most pieces a side. */
  men: number;
  /** The share of its positions that are decided, 0 to 1; draws never are. */
  share: number;
};

/** One line of an `Analysis`. */
export type AnalysisLine = {
  /** As the side to move sees it. */
  score: Score;
  /** True for a win or loss that is proven with its exact distance. */
  exact: boolean;
  /** The depth of the score in plies. */
  depth: number;
  /** Nodes searched below the first move. */
  nodes: number;
  /** The turns. */
  pv: string[];
  /** The same as people read them. */
  words: string[];
  /** The endgame tables' verdict on the first turn: a win, a loss (of 0 plies where the distance is not kept) or a draw; null where they do not know. */
  verdict: Score | null;
};

/** How an analysis stands. */
export type Analysis = {
  /** From the request. */
  key: number;
  /** The nominal depth. */
  depth: number;
  /** The deepest ply. */
  seldepth: number;
  /** Nodes searched. */
  nodes: number;
  /** Time spent. */
  seconds: number;
  /** True once it has ended; it may then be asked for anew. */
  done: boolean;
  /** The endgame tables, where they are near. */
  tables: Tables | null;
  /** The best first. */
  lines: AnalysisLine[];
};

/** A node of a game's tree. */
export type StoredNode = {
  /** The node before in the list; none for one below the root. */
  parent: number | null;
  /** The turn that leads here. */
  turn: string;
  /** The same as people read it. */
  words: string;
  /** Who played it. */
  side: string;
  /** The position after it. */
  position: string;
  /** The comment on it; empty for none. */
  comment: string;
};

/** A game's tree, whole. */
export type Tree = {
  /** The game. */
  id: string;
  /** The comment on the start. */
  comment: string;
  /** Each after its parent, siblings in their order. */
  nodes: StoredNode[];
};

/** The computer analysis of a position of the game. */
export type Judged = {
  /** As the side to move sees it. */
  score: Score;
  /** The best turn. */
  best: string;
  /** The same as people read it; empty in reports of older versions. */
  words: string;
  /** The score of the second best turn; none where there is but one. */
  second: Score | null;
  /** The nominal depth. */
  depth: number;
  /** Nodes searched. */
  nodes: number;
};

/** The computer analysis of a game, as far as it has come. */
export type Report = {
  /** The game. */
  id: string;
  /** True while positions are being analysed. */
  running: boolean;
  /** For each position from the start on; null where there is none yet, or nothing to analyse. */
  positions: (Judged | null)[];
};

/** A game of the library. */
export type LibraryGame = {
  /** Its id. */
  id: string;
  /** The game's name. */
  game: string;
  /** Where it began. */
  start: string;
  /** Who played. */
  players: Record<string, Player>;
  /** The turns that stand. */
  turns: string[];
  /** The same as people read them, where they were asked for. */
  words: string[];
  /** Who played, by side letter, where it was played elsewhere. */
  names: Record<string, string>;
  /** How it ended, if it has. */
  ending: Ending | null;
  /** Its tree, if it was asked for. */
  tree: StoredNode[];
  /** The comment on the start. */
  comment: string;
  /** When it was begun, in milliseconds since 1970. */
  created: number;
  /** When it was last changed. */
  changed: number;
};

/** A tournament in a list. */
export type TournamentLine = {
  /** Its number. */
  id: number;
  /** Its name for people. */
  name: string;
  /** Who meets whom. */
  format: Format;
  /** The game. */
  game: string;
  /** The engines, as lines. */
  engines: string[];
  /** Games that are finished. */
  games: number;
  /** What it is doing. */
  state: State;
  /** When it was begun, in milliseconds since 1970. */
  created: number;
  /** When it last changed. */
  updated: number;
};

/** What a tournament is doing. */
export type State = "running" | "stopping" | "done" | "stopped";

/** The tournaments there are. */
export type ArenaList = {
  /** The newest first. */
  tournaments: TournamentLine[];
  /** Programs that the page may let play, as lines. */
  programs: string[];
  /** True where the page may start, stop and remove some. */
  may_start: boolean;
};

/** An engine's line in the table. */
export type Standing = {
  /** Its place, from 1. */
  rank: number;
  /** Its name. */
  name: string;
  /** Games finished. */
  games: number;
  /** Won. */
  wins: number;
  /** Drawn. */
  draws: number;
  /** Lost. */
  losses: number;
  /** Points: 1 for a win, 1/2 for a draw, and those of byes. */
  points: number;
  /** Sonneborn-Berger: the points of each opponent, times what was scored against it. */
  sonneborn_berger: number;
  /** Buchholz: the points of each opponent, once for each game. */
  buchholz: number;
  /** Half points against each engine, in the order of the engines, and the games played. */
  against: [number, number][];
};

/** The score of a match from the first engine's side. */
export type Summary = {
  /** Games finished. */
  games: number;
  /** Won by the first engine. */
  wins: number;
  /** Drawn. */
  draws: number;
  /** Lost by the first engine. */
  losses: number;
  /** Finished pairs in which the first engine scored 0, 1/2, 1, 3/2 and 2. */
  pairs: [number, number, number, number, number];
  /** Finished pairs of which each engine won a game: the same side won both. */
  split: number;
  /** The openings decide more than the engines. */
  openings_decide?: OpeningsDecide | null;
  /** Points a game, from 0 to 1; 0.5 before the first game. */
  score: number;
  /** The share of drawn games, from 0 to 1; 0 before the first game. */
  draw_ratio: number;
  /** The difference; always finite. */
  elo?: number;
  /** Lower end of the 95 % interval; always finite. */
  elo_low?: number;
  /** Upper end of the 95 % interval; always finite. */
  elo_high?: number;
  /** How the interval was computed. */
  interval?: Interval;
  /** The chance that the first engine is the stronger one. */
  los?: number;
  /** Normalised Elo: the mean score above 1/2, in standard deviations of one game, times 800/ln 10. None where all games or pairs scored the same but not 1/2. */
  nelo?: number | null;
};

/** What the openings decide, where they decide more than the engines. */
export type OpeningsDecide = "side" | "engine";

/** How an interval was computed. */
export type Interval = "normal" | "exact";

/** A test that ends a match, and how it went. */
export type Test = {
  /** The difference that is to be rejected. */
  elo0: number;
  /** The difference that is to be accepted; above `elo0`. */
  elo1: number;
  /** The chance to accept `elo1` where `elo0` is true; above 0, below 0.5. */
  alpha: number;
  /** The chance to accept `elo0` where `elo1` is true; above 0, below 0.5. */
  beta: number;
  /** What the differences are measured in. */
  model: Model;
  /** The log-likelihood ratio of `elo1` against `elo0`. */
  llr: number;
  /** At or below it `elo0` is accepted. */
  lower: number;
  /** At or above it `elo1` is accepted. */
  upper: number;
  /** What is decided; None while more games are needed. */
  decision: Decision | null;
  /** The pairs that it has looked at. */
  pairs: number;
  /** After some of these pairs, the log-likelihood ratio. */
  curve: [number, number][];
};

/** What the two hypotheses are measured in. */
export type Model = "logistic" | "normalized";

/** What a test has found. */
export type Decision = "accepted" | "rejected";

/** How often an engine did what wrong. */
export type EngineFaults = {
  /** The engine's name. */
  engine: string;
  /** By kind. */
  counts: Record<string, number>;
};

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

/** A game under way, for those who watch. */
export type LiveGame = {
  number: number;
  round: number;
  /** The first side's first. */
  engines: [string, string];
  start: string;
  turns: string[];
  position: string;
  side: string;
  /** In seconds. */
  left: [(number | null), (number | null)];
  scores: [(Verdict | null), (Verdict | null)];
  /** The score that each turn was played with, from its player's view. */
  course: (Verdict | null)[];
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

/** An engine's rating. */
export type Rated = {
  /** Its name. */
  name: string;
  /** Its rating in Elo, with its interval; the mean of all is 0 unless one is held fast. */
  elo: Measured;
  /** Games played. */
  games: number;
  /** Points a game, from 0 to 1. */
  score: number;
  /** It won or lost every game: the rating's size is then the prior's. */
  one_sided: boolean;
};

/** A number with its 95 % interval. */
export type Measured = {
  /** The likeliest value. */
  value: number;
  /** Lower end of the interval. */
  low: number;
  /** Upper end of the interval. */
  high: number;
};

/** A finished game in a list. */
export type FinishedGame = {
  /** Its number in the tournament, from 1. */
  number: number;
  /** The round, from 1. */
  round: number;
  /** The engines' names, the first side's first. */
  names: [string, string];
  /** The winner's letter; None in a draw. */
  winner: string | null;
  /** Why it ended. */
  reason: string;
  /** Turns played. */
  turns: number;
  /** How long it took, in seconds. */
  seconds: number;
};

/** How a tournament stands. */
export type Tournament = {
  /** Its number. */
  id: number;
  /** Its name for people. */
  name: string;
  /** Who meets whom. */
  format: Format;
  /** The game. */
  game: string;
  /** The engines, as lines. */
  engines: string[];
  /** Games that are finished. */
  games: number;
  /** What it is doing. */
  state: State;
  /** When it was begun, in milliseconds since 1970. */
  created: number;
  /** When it last changed. */
  updated: number;
  /** Games that are known to be played, finished or not. */
  known: number;
  /** The seed of its openings and pairings. */
  seed: number;
  /** The names of the engines. */
  names: string[];
  /** The table, the best first. */
  standings: Standing[];
  /** Of a match, its score from the first engine's side. */
  summary: Summary | null;
  /** Of a match with one, its test. */
  test: Test | null;
  /** Who has won a knockout. */
  winner: string | null;
  /** How many faults there were. */
  faults_count: number;
  /** How often each engine did what wrong; only those that did. */
  faults_by_engine: EngineFaults[];
  /** The first of them. */
  faults: FaultLine[];
  /** The games under way, as the program that plays them told. */
  live: LiveGame[];
  /** The ratings, the best first; none before the first game. */
  ratings: Rated[];
  /** The games that finished last, the last first. */
  games_list: FinishedGame[];
  /** Why the program that played it ended, where it failed. */
  problem: string | null;
};

/** One game of a match or a tournament. As JSON it is one line of a record file. */
export type GameRecord = {
  /** The game's name as scripts write it. */
  game: string;
  /** Its number in the match, from 1. */
  number: number;
  /** The pair that it belongs to, from 1: both games of a pair begin with the same opening. */
  pair: number;
  /** The round of a tournament, from 1. */
  round: number;
  /** The position where it began. */
  start: string;
  /** The engines, as lines, that of the first side first (in Onitama Red's). */
  engines: [string, string];
  /** What reports call them, in the same order; as the lines where nothing stands here. */
  names?: [string, string] | null;
  /** The side letter of the match's first engine. */
  first_engine: string;
  /** The turns played. */
  turns: string[];
  /** What is known of each turn; as many as turns, or none. */
  notes?: TurnNote[];
  /** How it came out. */
  result: GameResult;
  /** The fault that ended it. */
  fault?: RecordedFault | null;
  /** What was odd, yet no fault. */
  remarks?: string[];
  /** How long it took, in seconds. */
  seconds: number;
  /** When it was begun, in universal time: `2026-01-31T23:59:59Z`. */
  date?: string | null;
  /** What the event is called. */
  event?: string | null;
  /** Where it was played. */
  site?: string | null;
  /** The group of its opening, where the file of openings names groups. */
  group?: string | null;
};

/** What is known of a turn beside itself. */
export type TurnNote = {
  /** How long the engine took, in seconds, by the arena's clock. */
  seconds: number;
  /** What its clock showed after the turn, in seconds; None where it plays without a clock. */
  left?: number | null;
  /** Nominal depth in plies. */
  depth?: number | null;
  /** The score from the engine's view. */
  score?: Verdict | null;
  /** States. */
  nodes?: number | null;
};

/** How a game came out. */
export type GameResult = {
  /** The winner's letter in the text of a position; None in a draw. */
  winner: string | null;
  /** Why: `way of the stone`. */
  reason: string;
};

/** The fault that ended a game. */
export type RecordedFault = {
  /** The letter of the side that was at fault. */
  side: string;
  /** What it is. */
  kind: FaultKind;
  /** In plain English, for the record. */
  text: string;
};

/** What a player does wrong. */
export type FaultKind = "no-start" | "slow-start" | "not-ready" | "crash-at-start" | "crash" | "hang" | "time" | "illegal-turn" | "unreadable-turn" | "no-turn" | "flood" | "endless-line" | "failed" | "disqualified" | "resigned";

/** A finished game of a tournament. */
export type ArenaGame = {
  /** The tournament. */
  id: number;
  /** The game. */
  record: GameRecord;
};

/** The kind of a fault, for programs. */
export type Code = "bad_message" | "too_large" | "too_fast" | "limit" | "not_found" | "bad_start" | "illegal_turn" | "not_your_turn" | "stale" | "engine" | "storage";

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
