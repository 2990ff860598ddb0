"""A bot as people write it with berserk, the Python client of lichess: only the address is another's.

It plays a game against the house engine, and one against itself by a challenge, both to the end."""

import sys
import threading

import berserk

OPENING = "f2f3 e7e5 g2g4 d8h4".split()


def client(server, token):
    return berserk.Client(berserk.TokenSession(token), base_url=server)


def play(me, game_id, answer):
    account = me.account.get()["id"]
    white = None
    for line in me.bots.stream_game_state(game_id):
        if line["type"] == "gameFull":
            white = line["white"].get("id") == account
            assert line["variant"]["key"] == "standard" and line["initialFen"] == "startpos", line
            line = line["state"]
        elif line["type"] == "gameState":
            assert 0 < line["wtime"].total_seconds() <= 310, line
        else:
            continue
        moves = line["moves"].split()
        if line["status"] != "started":
            return line
        if (len(moves) % 2 == 0) == white:
            answer(game_id, moves)
    raise SystemExit("the stream ended before the game")


def against_the_house(me):
    game = me.challenges.create_ai(level=1, clock_limit=300, clock_increment=3, color="white")
    first = ["e2e4"]

    def answer(game_id, moves):
        if len(moves) < 2:
            me.bots.make_move(game_id, first.pop())
        else:
            me.bots.resign_game(game_id)

    last = play(me, game["id"], answer)
    assert last["status"] == "resign" and last["winner"] == "black", last


def mate(me, other):
    name = other.account.get()["username"]
    found = []
    begun = threading.Event()

    def opponent():
        for event in other.bots.stream_incoming_events():
            if event["type"] == "challenge":
                other.bots.accept_challenge(event["challenge"]["id"])
            elif event["type"] == "gameStart":
                begun.set()

                def answer(game_id, moves):
                    other.bots.make_move(game_id, OPENING[len(moves)])

                found.append(play(other, event["game"]["gameId"], answer))
            elif event["type"] == "gameFinish":
                return

    thread = threading.Thread(target=opponent)
    thread.start()
    challenge = me.challenges.create(name, rated=False, clock_limit=180, clock_increment=2, color="white")

    def answer(game_id, moves):
        me.bots.make_move(game_id, OPENING[len(moves)])

    assert begun.wait(timeout=20), "the challenge is not accepted"
    assert challenge["id"] in [game["gameId"] for game in me.games.get_ongoing()]
    last = play(me, challenge["id"], answer)
    thread.join()
    assert last["status"] == "mate" and last["winner"] == "black", last
    assert found[0]["moves"] == " ".join(OPENING), found
    pgn = me.games.export(challenge["id"], as_pgn=True)
    assert "Qh4#" in pgn, pgn


def main():
    server, token, other = sys.argv[1:]
    me, other = client(server, token), client(server, other)
    assert me.account.get()["title"] == "BOT"
    against_the_house(me)
    mate(me, other)
    print("both games were played")


main()
