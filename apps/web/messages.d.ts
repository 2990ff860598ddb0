// The messages between page and server. Written by a test from their declarations in apps/server/src/protocol.rs, and not to be edited:
// run `cargo nextest run -p server -E 'test(typescript)'` after a change there.

/** An ablation in a list. */
export type AblationLine = {
  /** Searches and matches that are done. */
  done: number;
  /** The family of the search, for people. */
  family: string;
  /** The game's name. */
  game: string;
  /** The name of its folder. */
  name: string;
  /** All of them, as far as that is known. */
  planned: number;
  /** A program is at it. */
  running: boolean;
  /** How many techniques it is about. */
  techniques: number;
  /** When it last changed, in milliseconds since 1970. */
  updated: number;
};

/** A report as moderators read it. */
export type AbuseReport = {
  /** About whom. */
  about: string;
  /** When it was made, in milliseconds since 1970. */
  at: number;
  /** Who made it. */
  by: string;
  /** The outcome; none while it is open. */
  done: ReportDone | null;
  /** The game in which it happened. */
  game: string | null;
  /** Its number. */
  id: number;
  /** Why. */
  reason: Reason;
  /** The report in words. */
  text: string;
};

/** An act of a moderator. */
export type Act = {
  close: {
    /** The member's name. */
    name: string;
  };
} | {
  reopen: {
    /** The member's name. */
    name: string;
  };
} | {
  hide_name: {
    /** The member's name. */
    name: string;
  };
} | {
  show_name: {
    /** The name, or what is shown in its place. */
    name: string;
  };
} | {
  mute: {
    /** For how many minutes: a year at most. */
    minutes: number;
    /** Whom. */
    who: Meant;
  };
} | {
  unmute: {
    /** The member's name. */
    name: string;
  };
} | {
  cancel_game: {
    /** The game. */
    game: string;
  };
} | {
  delete_line: {
    /** Which. */
    line: LineAt;
  };
};

/** A family of searches. */
export type Algorithm = "alphabeta" | "mcts";

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
  /** The tree of a Monte Carlo tree search, once it is told. */
  search_tree: SearchTree | null;
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
  /** The ablations of the data folder, the last changed first. */
  ablations: AblationLine[];
  /** True if the page may start, stop and remove tournaments. */
  may_start: boolean;
  /** The external engines that the page may use, as lines. */
  programs: string[];
  /** The newest first. */
  tournaments: TournamentLine[];
  /** The tunings of the data folder, the last changed first. */
  tunings: TuningLine[];
};

/** A challenge as its two members see it. */
export type Challenge = {
  /** Who made it. */
  by: Member;
  /** The clock, if there is one. */
  clock: ClockRule | null;
  /** The game's name. */
  game: string;
  /** By which it is answered; the game will have it. */
  id: string;
  /** The result changes the ratings of both. */
  rated: boolean;
  /** The rating of who made it. */
  rating: Rating | null;
  /** The side of who made it, where they chose one. */
  seat: string | null;
  /** Whom it is for. */
  to: Member;
};

/** A room with what was said last in it. */
export type Chat = {
  /** The game; none of the lobby. */
  game: string | null;
  /** The last 50 lines, the oldest first; without those of members whom the reader has blocked. */
  lines: ChatLine[];
  /** Which room. */
  room: ChatRoom;
};

/** A line that a moderator has deleted. */
export type ChatGone = {
  /** The game; none of the lobby. */
  game: string | null;
  /** The line's number. */
  id: number;
  /** Which room. */
  room: ChatRoom;
};

/** A line of a chat. */
export type ChatLine = {
  /** When, in milliseconds since 1970. */
  at: number;
  /** Who said it. */
  by: Member;
  /** Its number in the room. */
  id: number;
  /** The text, plain. */
  text: string;
};

/** A room where members talk. */
export type ChatRoom = "player" | "spectator" | "lobby";

/** A line that was just said. */
export type ChatSaid = {
  /** The game; none of the lobby. */
  game: string | null;
  /** The line. */
  line: ChatLine;
  /** Which room. */
  room: ChatRoom;
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
    /** Only who has a seat sees the game. In a club. */
    private?: boolean;
    /** The side of who begins it, against another person, who gets the other seat by a link. In a club. */
    seat?: string | null;
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
  /** Make an offer to the other side, or answer one. In a club. */
  | {
    /** The game. */
    id: string;
    /** The kind of offer. */
    offer: OfferKind;
    type: "offer";
    /** Offers it, or takes the other side's offer; false declines that, or takes back one's own. */
    yes: boolean;
  }
  /** End a game in which a side has not moved yet. In a club. */
  | {
    /** The game. */
    id: string;
    type: "abort";
  }
  /** End a game whose other side has gone for long. In a club. */
  | {
    /** Calls it a draw; false claims the win. */
    draw: boolean;
    /** The game. */
    id: string;
    type: "claim";
  }
  /** Take the seat that an invitation gives, and subscribe to its game. In a club. */
  | {
    /** The last part of the invitation's address. */
    token: string;
    type: "join";
  }
  /** Subscribe to the lobby: its seeks and one's challenges, now and at every change. In a club. */
  | {
    /** What was heard last, before the connection broke off: the games that have begun since are told. */
    since?: Heard | null;
    type: "lobby";
  }
  /** Unsubscribe from the lobby. */
  | {
    type: "lobby_leave";
  }
  /** Put a seek into the lobby, for as long as this connection lasts. In a club. */
  | {
    /** The highest rating of who may accept. */
    highest?: number | null;
    /** The lowest rating of who may accept. */
    lowest?: number | null;
    /** The game and its clock. */
    terms: Terms;
    type: "seek";
  }
  /** Wait in a pool, in place of another, until the connection ends. In a club. */
  | {
    /** One of the clocks of the pools. */
    clock: ClockRule;
    /** The game's name, or that of a variant of it. */
    game: string;
    type: "pool_join";
  }
  /** Wait no more. */
  | {
    type: "pool_leave";
  }
  /** Withdraw a seek. */
  | {
    /** The seek. */
    id: string;
    type: "seek_cancel";
  }
  /** Accept a seek: its game begins. In a club. */
  | {
    /** The seek. */
    id: string;
    type: "seek_accept";
  }
  /** Challenge a member. In a club. */
  | {
    /** The game and its clock. */
    terms: Terms;
    /** The member's name. */
    to: string;
    type: "challenge";
  }
  /** Accept or decline a challenge. In a club. */
  | {
    /** The challenge. */
    id: string;
    type: "challenge_answer";
    /** Accepts it; false declines. */
    yes: boolean;
  }
  /** Take a challenge back. In a club. */
  | {
    /** The challenge. */
    id: string;
    type: "challenge_cancel";
  }
  /** Ask for a member: ratings and last games. In a club. */
  | {
    /** The member's name. */
    name: string;
    type: "player";
  }
  /** Ask for the best of each game and speed. In a club. */
  | {
    /** Of whom; of all members where it is left out. */
    of?: Ranked | null;
    type: "leaders";
  }
  /** Subscribe to the list of tournaments, in place of what was heard of tournaments before. In a club. */
  | {
    type: "tournaments";
  }
  /** Make a tournament. In a club. */
  | {
    /** The clock of each game. */
    clock: ClockRule;
    /** The length of a ladder; without it, it is for good. */
    days?: number | null;
    /** The creator's description. */
    description?: string | null;
    /** The game's name, or that of a variant of it. */
    game: string;
    /** The highest rating of who may join. */
    highest?: number | null;
    /** The names of the members who are invited: it is private then. Left out where it is told: see who is invited there. */
    invited?: string[] | null;
    /** Who meets whom. */
    kind: TournamentKind;
    /** The lowest rating of who may join. */
    lowest?: number | null;
    /** The length of an arena. */
    minutes?: number | null;
    /** Its name. */
    name: string;
    /** The rule for programs. */
    programs?: TournamentPrograms;
    /** Its games change the ratings of their players. */
    rated?: boolean;
    /** Rounds of a Swiss tournament; of a round robin, how often each meets each. */
    rounds?: number | null;
    /** When it begins, in milliseconds since 1970; at once where it is left out. */
    starts?: number | null;
    type: "tournament_create";
  }
  /** Invite more members to a private tournament, by its creator. In a club. */
  | {
    /** The tournament. */
    id: string;
    /** Their names. */
    names: string[];
    type: "tournament_invite";
  }
  /** Come to a tournament, or go. In a club. */
  | {
    /** The act. */
    action: TournamentAction;
    /** The tournament. */
    id: string;
    type: "tournament_act";
  }
  /** Say something in a chat. In a club. */
  | {
    /** The game, unless it is said in the lobby. */
    game?: string | null;
    /** Where. */
    room: ChatRoom;
    /** At most 140 characters, plain text. */
    text: string;
    type: "say";
  }
  /** Subscribe to the games that are played now. In a club. */
  | {
    type: "live";
  }
  /** Unsubscribe from the games that are played now. */
  | {
    type: "live_leave";
  }
  /** Block a member, or block them no more. In a club. */
  | {
    /** The member's name. */
    name: string;
    /** False blocks them no more. */
    on: boolean;
    type: "block";
  }
  /** Report a member to the moderators. In a club. */
  | {
    /** The game in which it happened. */
    game?: string | null;
    /** The member's name. */
    name: string;
    /** Why. */
    reason: Reason;
    /** The report in words, in at most 1000 characters. */
    text: string;
    type: "report_member";
  }
  /** Ask for the reports and the log. For moderators. */
  | {
    type: "reports";
  }
  /** Ask for what was said in a game. For moderators. */
  | {
    /** The game. */
    id: string;
    type: "game_chat";
  }
  /** Mark a report as done. For moderators. */
  | {
    /** Its number. */
    id: number;
    /** The moderator's note, in at most 1000 characters. */
    note: string;
    type: "report_done";
  }
  /** Act on a member, a game or a line. For moderators. */
  | {
    /** What. */
    act: Act;
    type: "moderate";
    /** Why, in at most 1000 characters, for the log. */
    why: string;
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
  /** Ask what books of openings say of the position at the end of a line. */
  | {
    /** The game's name. */
    game: string;
    /** Where the line begins. */
    start: string;
    /** The turns from there. */
    turns?: string[];
    type: "explore";
  }
  /** Ask why the position at the end of a line is worth what it is. */
  | {
    /** The game's name. */
    game: string;
    /** Turns from the position on, at whose end it is asked as well: the best line of a search. What cannot be played of it is passed over, as a search may end within a turn. */
    line?: string[];
    /** Where the line begins. */
    start: string;
    /** The turns from there to the position. */
    turns?: string[];
    type: "explain";
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
    /** The family of the search. */
    algorithm?: Algorithm;
    /** The game's name. */
    game: string;
    /** Repeated in each answer. */
    key: number;
    /** The number of lines (MultiPV); 0 for every legal move. */
    lines: number;
    /** Where the line begins. */
    start: string;
    /** True to analyse what the other side would play if it were to move. */
    threat?: boolean;
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
  /** Ask the run of a tuning to pause after the step that it is at, or to go on. */
  | {
    /** The name of its folder. */
    name: string;
    /** True to pause. */
    paused: boolean;
    type: "arena_pause";
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
  /** In a correspondence game the days for each turn, from 1 to 14; else 0. */
  days?: number;
  /** The first so many milliseconds of each turn cost nothing, at most an hour; none with an increment or `days`. */
  delay?: number;
  /** After each turn, at most an hour; none with `days`. */
  increment: number;
  /** At the start, at most a day; with `days` as long as they are. */
  initial: number;
  /** Time left to each side, in milliseconds. */
  left: Record<string, number>;
  /** True while the clock of the side to move runs. */
  running: boolean;
  /** What is left of the delay of this turn, in milliseconds: only then the time left passes. */
  waits: number;
};

/** A time for each side, with an increment after each of its turns or a delay before its clock runs, in milliseconds; or days for each turn. */
export type ClockRule = {
  /** In a correspondence game the days for each turn, from 1 to 14; else 0. */
  days?: number;
  /** The first so many milliseconds of each turn cost nothing, at most an hour; none with an increment or `days`. */
  delay?: number;
  /** After each turn, at most an hour; none with `days`. */
  increment: number;
  /** At the start, at most a day; with `days` as long as they are. */
  initial: number;
};

/** A club's facts, and those of who is connected. */
export type ClubHello = {
  /** Their rights beside playing. */
  rights: Rights;
  /** Where people find it, without a stroke at the end. */
  url: string;
  /** Who is connected; none without a cookie or token. */
  you: Member | null;
};

/** A tournament as all see it. */
export type ClubTournament = {
  /** Those of the leaders, at most 24. */
  boards: TournamentBoard[];
  /** Games that count, by now. */
  games: number;
  /** Who is invited beside its creator, where it is private. */
  invited: Member[];
  /** Its line in the list. */
  line: ClubTournamentLine;
  /** When the next round is paired, in milliseconds since 1970. */
  next_round: number | null;
  /** The server's time, in milliseconds since 1970. */
  now: number;
  /** Games under way. */
  playing: number;
  /** The round, from 1; none in an arena or ladder, and before the first. */
  round: number | null;
  /** The first 100 of the table. */
  rows: TournamentRow[];
};

/** A tournament in a list. */
export type ClubTournamentLine = {
  /** Who made it. */
  by: Member;
  /** When it ends or ended; none where that depends on its games. */
  ends: number | null;
  /** The game's name, whatever variant of it is played. */
  game: string;
  /** The last part of its address. */
  id: string;
  /** How many have joined. */
  players: number;
  /** It is by invitation: its people and moderators alone see it. */
  private: boolean;
  /** How far it is. */
  stage: TournamentStage;
  /** When it begins or began, in milliseconds since 1970. */
  starts: number;
  /** Its terms. */
  terms: TournamentTerms;
  /** The variant's name. */
  variant: string;
  /** The first of the table, once it is over. */
  winner: Member | null;
};

/** The tournaments of the club. */
export type ClubTournaments = {
  /** The server's time, in milliseconds since 1970. */
  now: number;
  /** Those under way, those to come, the next first, and the last that are over. */
  tournaments: ClubTournamentLine[];
};

/** The kind of an error, for programs. */
export type Code = "bad_message" | "too_large" | "too_fast" | "limit" | "not_found" | "bad_start" | "illegal_turn" | "not_your_turn" | "signed_out" | "stale" | "engine" | "storage";

/** A game by correspondence, as one of its two players sees it. */
export type CorrespondenceGame = {
  /** The days for each turn. */
  days: number;
  /** The game's name. */
  game: string;
  /** The id in its address. */
  id: string;
  /** The time that the side to move has left, in milliseconds. */
  left: number;
  /** The other player. */
  opponent: Member;
  /** The position now. */
  position: string;
  /** The result changes the ratings of both. */
  rated: boolean;
  /** The other player's rating; none of guests. */
  rating: Rating | null;
  /** The side of who is told. */
  side: string;
  /** Who is told is to move. */
  your_turn: boolean;
};

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

/** `explained`: why a position is worth what it is, and the one at the end of a line from it. */
export type Explained = {
  /** The position after them; null where none was played, or the game is over there. */
  end: ExplainedPosition | null;
  /** The game's name. */
  game: string;
  /** The turns from there, as they were asked for. */
  line: string[];
  /** The number of turns of `line` that were played. */
  played: number;
  /** The position; null where the game is over there. */
  position: ExplainedPosition | null;
  /** Where the line begins. */
  start: string;
  /** The turns to the position, as they were asked for. */
  turns: string[];
};

/** The hand-made static evaluation of a position, term by term; all of it as the first side sees it. */
export type ExplainedPosition = {
  /** The score of the network, which plays and has no terms, in hundredths of a piece; null where there is none. */
  network: number | null;
  /** All terms together, in hundredths of a piece. */
  points: number;
  /** The position. */
  position: string;
  /** All smaller terms together; null where all are told. */
  rest: ExplainedTerm | null;
  /** The terms, the largest first. */
  terms: ExplainedTerm[];
};

/** A term of an evaluation. */
export type ExplainedTerm = {
  /** Its worth for the first side, in hundredths of a piece. */
  points: number;
  /** The term in words. */
  text: string;
};

/** `explored`: what was played in a position, the turn of most games first. */
export type Explored = {
  /** The game's name. */
  game: string;
  /** The turns played at its end; empty where the book has nothing. */
  played: ExploredTurn[];
  /** Where the line begins. */
  start: string;
  /** The turns from there, as they were asked for. */
  turns: string[];
};

/** A turn with the games in which it was played, by their results for the side that played it. */
export type ExploredTurn = {
  /** The nominal depth of that search below the turn, in plies. */
  depth: number | null;
  /** Games drawn. */
  draws: number;
  /** Games lost. */
  losses: number;
  /** As the side that plays it sees it; null where it was not searched. */
  score: Score | null;
  /** The turn in the game's notation. */
  turn: string;
  /** Games won. */
  wins: number;
  /** The same as people read it. */
  words: string;
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
  /** Who plays, by side letter: in a club, and where it was played elsewhere. */
  names: Record<string, string>;
  /** Who plays each side. */
  players: Record<string, Player>;
  /** The engine's pondering in a person's time. */
  pondering: Pondering | null;
  /** The position now. */
  position: string;
  /** Its result changes the ratings of those who play it. */
  rated: boolean;
  /** The number of turns that can be redone. */
  redo: number;
  /** Who has the seats; none outside a club. */
  seats: ShownSeats | null;
  /** Who is to move. */
  side: string;
  /** The start position. */
  start: string;
  /** The search under way. */
  thinking: Thinking | null;
};

/** The chat of a game, for moderators. */
export type GameChat = {
  /** The game. */
  game: string;
  /** The players' room. */
  player: ChatLine[];
  /** The spectators' room. */
  spectator: ChatLine[];
};

/** A game between two people that is played now, and that all may watch. */
export type GameNow = {
  /** The game's name. */
  game: string;
  /** Its id. */
  id: string;
  /** Who plays, by side letter. */
  players: Record<string, LivePlayer>;
  /** The position now. */
  position: string;
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

/** The place of a member's news: who comes back is told what came after it. */
export type Heard = {
  /** Which start of the server the number is of. */
  epoch: string;
  /** It grows with each piece of news. */
  number: number;
};

/** The first message of a connection. */
export type Hello = {
  /** The games with a book of openings. */
  books: string[];
  /** The club; none on loopback. */
  club: ClubHello | null;
  /** The games whose evaluation is told in words. */
  explains: string[];
  /** The games it plays. */
  games: string[];
  /** The Elo of each level by game, on the scale that its players know; without the games where it was not measured. */
  level_elo: Record<string, number[]>;
  /** The measured gains of levels over the one below, by game; without the games and the levels for which it was not measured. */
  level_gains: Record<string, LevelGain[]>;
  /** The engine's levels. */
  levels: Level[];
  /** `PROTOCOL`(super::PROTOCOL). */
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

/** A member in a list of the best. */
export type Leader = {
  /** Rated games played. */
  games: number;
  /** Who it is. */
  member: Member;
  /** Their rating. */
  rating: Rating;
};

/** The best of a game at a speed. */
export type Leaders = {
  /** The game's name. */
  game: string;
  /** Those whose rating is provisional after all others. */
  members: Leader[];
  /** The speed. */
  speed: string;
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

/** The measured gain of a level over the one below. */
export type LevelGain = {
  /** In Elo. */
  elo: number;
  /** The games that were played for it. */
  games: number;
  /** The upper end. */
  high: number;
  /** From 2. */
  level: number;
  /** The lower end of its interval of 95 %. */
  low: number;
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

/** A line of a chat. */
export type LineAt = {
  /** The game; none of the lobby. */
  game?: string | null;
  /** The line's number. */
  id: number;
  /** Which room. */
  room: ChatRoom;
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

/** A player of a game that is played now. */
export type LivePlayer = {
  /** Who it is. */
  member: Member;
  /** Their rating; none of guests, and in games without a clock. */
  rating: Rating | null;
};

/** A change of the lobby. */
export type LobbyChange = {
  /** The ids of those that are no more. */
  gone: string[];
  /** Seeks that are open now. */
  opened: Seek[];
};

/** Whom a moderator means: a member with an account by name, anybody by a line that they said. */
export type Meant = {
  name: string;
} | {
  line: LineAt;
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

/** A member as others see them. */
export type Member = {
  /** Their kind. */
  kind: MemberKind;
  /** The name; of guests a part of a number. */
  name: string;
};

/** The kind of a member. */
export type MemberKind = "guest" | "person" | "bot";

/** The scale of the two hypotheses. */
export type Model = "logistic" | "normalized";

/** An offer of one side to the other. */
export type OfferKind = "draw" | "takeback" | "rematch";

/** The winner that the openings decide on, where they decide more than the engines. */
export type OpeningsDecide = "side" | "engine";

/** One's own seeks and challenges in the lobby. */
export type Own = {
  /** Who has declined one's last challenge. */
  declined: string | null;
  /** Challenges that one has got. */
  got: Challenge[];
  /** The last news that is told with this. */
  heard: Heard;
  /** The last tournament to which one was invited. */
  invited: TournamentInvitation | null;
  /** Challenges that one has made. */
  made: Challenge[];
  /** The ids of one's seeks. */
  seeks: string[];
};

/** A passkey of one's own. */
export type OwnPasskey = {
  /** When its counter went back: since then there may be a copy of it. */
  copied: number | null;
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** The credential's id, in base64url. */
  id: string;
  /** What its owner calls it. */
  name: string;
  /** When somebody last signed in with it. */
  used: number | null;
};

/** All means of entry to one's own account. */
export type OwnPasskeys = {
  /** So many there may be. */
  most: number;
  /** The passkeys, the oldest first. */
  passkeys: OwnPasskey[];
  /** There is a password, too. */
  password: boolean;
  /** The site's name for passkeys (RP ID). */
  rp_id: string;
  /** One's own number for passkeys (user handle), in base64url. */
  user_id: string;
};

/** Whether a run goes on. */
export type Pause = "no" | "asked" | "paused";

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

/** A pool in which somebody waits. */
export type Pool = {
  /** The clock. */
  clock: ClockRule;
  /** The game's name, or that of a variant of it. */
  game: string;
  /** How many wait. */
  waiting: number;
};

/** The pools of a club. */
export type PoolState = {
  /** The clocks; there is a pool of each for every game. */
  clocks: ClockRule[];
  /** That in which one waits oneself. */
  own: Pool | null;
  /** Those in which somebody waits. */
  waiting: Pool[];
};

/** A member as their page shows them. */
export type Profile = {
  /** Who asks has blocked them. */
  blocked: boolean;
  /** The account is closed. */
  closed: boolean;
  /** The last games that who asks may see, the newest first. */
  games: ProfileGame[];
  /** Who it is. */
  member: Member;
  /** They are a moderator. */
  moderator: boolean;
  /** They listen for challenges. */
  online: boolean;
  /** The oldest first. */
  points: ProfilePoint[];
  /** Those with most games first. */
  ratings: ProfileRating[];
  /** The part that moderators see, where who asks is one. */
  under: UnderAct | null;
};

/** A game of a member. */
export type ProfileGame = {
  /** The change of the member's rating. */
  change: number | null;
  /** How it ended; none while it goes on. */
  ending: Ending | null;
  /** The game's name. */
  game: string;
  /** Its id. */
  id: string;
  /** The engine's level, where it is the engine. */
  level: number | null;
  /** The other member; none where it is the engine, or nobody. */
  opponent: Member | null;
  /** The other's rating. */
  opponent_rating: Rating | null;
  /** The position now. */
  position: string;
  /** It is rated. */
  rated: boolean;
  /** The side of the member. */
  side: string;
};

/** A rating after a game. */
export type ProfilePoint = {
  /** Milliseconds since 1970. */
  at: number;
  /** The game's name. */
  game: string;
  /** After the game. */
  rating: number;
  /** The speed. */
  speed: string;
};

/** A rating of a member. */
export type ProfileRating = {
  /** The game's name. */
  game: string;
  /** Rated games played. */
  games: number;
  /** By how much the last twelve of them have changed it. */
  progress: number;
  /** The rating. */
  rating: Rating;
  /** `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
  speed: string;
};

/** The purpose of a search. */
export type Purpose = "move" | "hint" | "ponder";

/** Whom tables of the best have. */
export type Ranked = "people" | "programs";

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

/** The rating of a member in a game at a speed. */
export type Rating = {
  /** The change of it by the game that is shown. */
  change: number | null;
  /** It is known so little yet that it may be far off. */
  provisional: boolean;
  /** Glicko-2; 1500 at first. */
  rating: number;
};

/** Why a member is reported. */
export type Reason = "cheating" | "abuse" | "spam" | "name" | "other";

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

/** The outcome of a report. */
export type ReportDone = {
  /** When, in milliseconds since 1970. */
  at: number;
  /** The moderator. */
  by: string;
  /** The moderator's note. */
  note: string;
};

/** The reports that moderators read. */
export type Reports = {
  /** The log, the newest first; at most 200. */
  acts: ShownAct[];
  /** Those that are done, the newest first; at most 50. */
  done: AbuseReport[];
  /** The open reports, the oldest first; at most 200. */
  open: AbuseReport[];
  /** Members on whom an act lies; at most 500. */
  under: UnderAct[];
};

/** The rights of a member in a club beside playing. */
export type Rights = {
  /** Say something in a chat. */
  chat: boolean;
  /** Read reports, and act on them. */
  moderator: boolean;
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

/** The tree of a Monte Carlo tree search. */
export type SearchTree = {
  /** The moves of the root, the best first; the most visited of very many. */
  moves: TreeMove[];
  /** True where a move is a turn, and can be played as it is. */
  turns: boolean;
};

/** The rights of a connection in a game. */
export type Seat = {
  /** It may do all that one may do alone at a board: nobody else has a seat. */
  alone: boolean;
  /** The game. */
  id: string;
  /** The path of the link that gives the free seat, for who began the game. */
  invite: string | null;
  /** The sides it plays; none who watches. */
  sides: string[];
};

/** A seek as all see it. */
export type Seek = {
  /** Who made it. */
  by: Member;
  /** The clock, if there is one. */
  clock: ClockRule | null;
  /** The game's name. */
  game: string;
  /** The highest rating of who may accept. */
  highest: number | null;
  /** By which it is accepted. */
  id: string;
  /** The lowest rating of who may accept. */
  lowest: number | null;
  /** The result changes the ratings of both. */
  rated: boolean;
  /** Their rating; none of guests, and without a clock. */
  rating: Rating | null;
  /** The side of who made it, where they chose one. */
  seat: string | null;
};

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
  /** The rights of this connection in a game. */
  | (Seat & {
    type: "seat";
  })
  /** The open seeks. */
  | {
    /** At most 2000; of many the first, and `lobby_changed` brings the rest. */
    seeks: Seek[];
    type: "lobby";
  }
  /** Changes in the list of the open seeks since it was told, where that is long. */
  | (LobbyChange & {
    type: "lobby_changed";
  })
  /** One's own seeks and challenges in the lobby. */
  | (Own & {
    type: "lobby_own";
  })
  /** Who waits in pools; with the lobby, and at every change. */
  | (PoolState & {
    type: "pools";
  })
  /** One's games by correspondence, those with the least time first; with the lobby, and at every change. */
  | {
    /** Those that go on. */
    games: CorrespondenceGame[];
    type: "correspondence";
  }
  /** A member: ratings and last games. */
  | (Profile & {
    type: "player";
  })
  /** The best of each game and speed. */
  | {
    /** Those that were played rated. */
    tables: Leaders[];
    type: "leaders";
  }
  /** A room with what was said last in it. */
  | (Chat & {
    type: "chat";
  })
  /** A line that was just said. */
  | (ChatSaid & {
    type: "chat_said";
  })
  /** A line that a moderator has deleted. */
  | (ChatGone & {
    type: "chat_gone";
  })
  /** The games that are played now. */
  | {
    /** The six of the best players. */
    games: GameNow[];
    /** How many there are in all. */
    total: number;
    type: "live";
  }
  /** A member is blocked, or no more. */
  | {
    /** The member's name. */
    name: string;
    /** They are. */
    on: boolean;
    type: "blocked";
  }
  /** A report is kept. */
  | {
    /** The name of who was reported. */
    name: string;
    type: "reported";
  }
  /** The reports and the log, for moderators. */
  | (Reports & {
    type: "reports";
  })
  /** The chat of a game, for moderators. */
  | (GameChat & {
    type: "game_chat";
  })
  /** A game of a seek or challenge of one's own has begun. */
  | {
    /** The game. */
    id: string;
    type: "begun";
  }
  /** The list of tournaments. */
  | (ClubTournaments & {
    type: "tournaments";
  })
  /** How a tournament stands. */
  | (ClubTournament & {
    type: "tournament";
  })
  /** The rights of who asks in a tournament. */
  | (TournamentOwn & {
    type: "tournament_own";
  })
  /** A tournament is made. */
  | {
    /** Its id. */
    id: string;
    type: "tournament_made";
  }
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
  /** Turns of books of openings in a position. */
  | (Explored & {
    type: "explored";
  })
  /** The terms of the static evaluation of a position. */
  | (Explained & {
    type: "explained";
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

/** An entry of the moderators' log. */
export type ShownAct = {
  /** To whom. */
  about: string | null;
  /** The act: `close`, `reopen`, `hide_name`, `show_name`, `mute`, `unmute`, `cancel_game`, `delete_line`, `report_done`, `moderator_on` or `moderator_off`. */
  act: string;
  /** When, in milliseconds since 1970. */
  at: number;
  /** The moderator; none where it was done on the command line. */
  by: string | null;
  /** The line that was deleted, the minutes of a mute, or the name that is shown. */
  detail: string;
  /** The game. */
  game: string | null;
  /** Why. */
  why: string;
};

/** A seat as all see it. */
export type ShownSeat = {
  /** The time until the other side may claim the game because nobody is there, in milliseconds, whoever's turn it is meanwhile; none where it cannot. It claims while it is the turn of who has gone. */
  claim_in: number | null;
  /** They look at the game now. */
  here: boolean;
  /** Who has it; none while it is free. */
  member: Member | null;
  /** The rating of who has it; none of guests, and in games without a clock. */
  rating: Rating | null;
};

/** The seats of a game as all see them. */
export type ShownSeats = {
  /** The time for which who has gone is waited for until the other side may claim the game, in milliseconds; none where nothing can be claimed now. */
  claim_after: number | null;
  /** The game that follows it, with the sides changed. */
  next: string | null;
  /** The standing offers of each side. */
  offers: Record<string, OfferKind[]>;
  /** Nobody but those who have a seat may see the game. */
  private: boolean;
  /** The seats that people have, by side letter. */
  seats: Record<string, ShownSeat>;
  /** The tournament that it belongs to. */
  tournament: string | null;
};

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

/** A game that somebody wants to play. */
export type Terms = {
  /** The clock, if there is one. */
  clock?: ClockRule | null;
  /** The game's name, or that of a variant of it. */
  game: string;
  /** The result changes the ratings of both. */
  rated?: boolean;
  /** The side of who asks; random where it is left out. */
  seat?: string | null;
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

/** An act of a page in a tournament. */
export type TournamentAction = "watch" | "leave" | "join" | "pause" | "withdraw" | "start" | "cancel";

/** A game under way. */
export type TournamentBoard = {
  /** The game. */
  id: string;
  /** The time that each has left, in milliseconds. */
  left: Record<string, number>;
  /** Their names. */
  names: [string, string];
  /** The position. */
  position: string;
  /** Who plays them: places in the table. */
  ranks: [number, number];
  /** Their ratings. */
  ratings: [(Rating | null), (Rating | null)];
  /** Whose clock runs. */
  running: string | null;
  /** The letters of the sides, the first to move first. */
  sides: [string, string];
  /** The turns played. */
  turns: number;
};

/** A tournament by invitation, to who is invited. */
export type TournamentInvitation = {
  /** Who made it. */
  by: Member;
  /** The last part of its address. */
  id: string;
  /** Its name. */
  name: string;
};

/** Who meets whom. */
export type TournamentKind = "arena" | "swiss" | "round_robin" | "ladder";

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

/** The rights of who asks in a tournament. */
export type TournamentOwn = {
  /** The game that one plays now. */
  game: string | null;
  /** The tournament. */
  id: string;
  /** One has made it: it may be cancelled, and begun before its time. */
  made: boolean;
  /** Why one cannot join; none for who can, or has. */
  refusal: string | null;
  /** One's row, for who has joined. */
  row: TournamentRow | null;
  /** Since when one waits for an opponent, in milliseconds since 1970. */
  waits: number | null;
};

/** The rule for programs that want to join. */
export type TournamentPrograms = "yes" | "no" | "only";

/** A player in the table. */
export type TournamentRow = {
  /** Games that count. */
  games: number;
  /** Who it is. */
  member: Member;
  /** Of a ladder: rungs up at the last change, down where negative, 0 before any; none elsewhere. */
  moved: number | null;
  /** The rating at which the results would have been expected, on average; none before the first game. */
  performance: number | null;
  /** They play now. */
  playing: boolean;
  /** The sum. */
  points: number;
  /** The place, from 1. */
  rank: number;
  /** Their rating when they joined, or after their last game here. */
  rating: Rating | null;
  /** Of an arena: two wins in a row, so that the next game counts double. */
  run: boolean;
  /** Game by game, the first first; to pages the last 20 are told. */
  scores: TournamentScore[];
  /** Sonneborn-Berger, which parts equal points; none in an arena, where the performance does, or in a ladder. */
  sonneborn_berger: number | null;
  /** The state of the player. */
  status: TournamentStatus;
};

/** A player's score of a game. */
export type TournamentScore = {
  /** Points without a game. */
  bye: boolean;
  /** The run doubled it. */
  doubled: boolean;
  /** Points. */
  points: number;
  /** It was won. */
  won: boolean;
};

/** How far a tournament is. */
export type TournamentStage = "coming" | "running" | "over" | "canceled";

/** The state of a player: paired or not. */
export type TournamentStatus = "in" | "paused" | "out";

/** The terms of a tournament, as its creator has asked for them. */
export type TournamentTerms = {
  /** The clock of each game. */
  clock: ClockRule;
  /** The length of a ladder; without it, it is for good. */
  days: number | null;
  /** The creator's description. */
  description: string | null;
  /** The game's name, or that of a variant of it. */
  game: string;
  /** The highest rating of who may join. */
  highest: number | null;
  /** The names of the members who are invited: it is private then. Left out where it is told: see who is invited there. */
  invited?: string[] | null;
  /** Who meets whom. */
  kind: TournamentKind;
  /** The lowest rating of who may join. */
  lowest: number | null;
  /** The length of an arena. */
  minutes: number | null;
  /** Its name. */
  name: string;
  /** The rule for programs. */
  programs: TournamentPrograms;
  /** Its games change the ratings of their players. */
  rated: boolean;
  /** Rounds of a Swiss tournament; of a round robin, how often each meets each. */
  rounds: number | null;
  /** When it begins, in milliseconds since 1970; at once where it is left out. */
  starts: number | null;
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

/** A move of the tree of a Monte Carlo tree search. */
export type TreeMove = {
  /** The move; of a turn of several moves, one of them. */
  move: string;
  /** Its share among the moves of its position before any playout, from 0 to 1. */
  prior: number;
  /** The proven score for the side that makes the move; null where nothing is proven. */
  proven: Score | null;
  /** The most visited moves after it, the most visited first. */
  replies: TreeMove[];
  /** Their mean value for the side that makes the move: from -1, a loss, to 1, a win. */
  value: number;
  /** Playouts that went through it. */
  visits: number;
  /** The same as people read it. */
  words: string;
};

/** A tuning in a list. */
export type TuningLine = {
  /** All steps, at most. */
  all: number;
  /** Nothing is left to be done. */
  complete: boolean;
  /** Steps that are done. */
  done: number;
  /** Elo against the start, with its interval of 95 %, where it was measured. */
  elo: [number, number, number] | null;
  /** The mean squared errors over the samples to learn from and those held back, where samples measure. */
  errors: [number, number] | null;
  /** The game's name. */
  game: string;
  /** The method's name, as the command line takes it. */
  method: string;
  /** The name of its folder. */
  name: string;
  /** How many parameters are tuned. */
  parameters: number;
  /** Whether it goes on. */
  pause: Pause;
  /** Why nothing can be told of it; the rest is empty then. */
  problem: string | null;
  /** A program is at it. */
  running: boolean;
  /** When it last changed, in milliseconds since 1970. */
  updated: number;
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

/** A member on whom a moderator's act lies. */
export type UnderAct = {
  /** The account is closed. */
  closed: boolean;
  /** Muted until then, in milliseconds since 1970. */
  muted: number | null;
  /** The account's own name; of a guest what others see. */
  name: string;
  /** The name that others see in its place. */
  shown: string | null;
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
