"""A bot that plays legal turns at random, every game, with nothing but Python's standard library.

    python3 random_bot.py http://127.0.0.1:5505 TOKEN

It accepts every challenge, plays as many games at once as there are, and comes back when the connection breaks off. It
knows no rules: it asks the club which turns are legal. In your own bot a search stands in the place of `choose`."""

import json
import random
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request


class Club:
    def __init__(self, server, token):
        self.server = server.rstrip("/")
        self.header = {"Authorization": "Bearer " + token}

    def ask(self, method, path, **fields):
        """Makes a call; the answer, which is open to be read."""
        body = urllib.parse.urlencode(fields).encode() if method == "POST" else None
        request = urllib.request.Request(self.server + path, body, self.header, method=method)
        # The server says something every 7 seconds: after a longer silence it is gone.
        return urllib.request.urlopen(request, timeout=30)

    def get(self, path):
        with self.ask("GET", path) as answer:
            return json.load(answer)

    def post(self, path, **fields):
        with self.ask("POST", path, **fields) as answer:
            return json.load(answer)

    def lines(self, path):
        """The lines of a stream until it ends; the empty ones only say that it lives."""
        with self.ask("GET", path) as answer:
            for line in answer:
                if line.strip():
                    yield json.loads(line)


def choose(turns, state):
    return random.choice(turns)


def play(club, me, game):
    """Plays a game to its end, and goes on where it was after any fault of the network."""
    place = ""
    while True:
        here = place
        try:
            for line in club.lines("/api/bot/game/stream/" + game + place):
                # Who comes back is told what came after this, once it is answered.
                here = "?since=%d&epoch=%s" % (line["event"], line["epoch"])
                if line["type"] not in ("gameFull", "gameState"):
                    continue
                if line["type"] == "gameFull":
                    mine = "white" if line["white"].get("id") == me else "black"
                    line = line["state"]
                if line["status"] != "started":
                    return
                if line["toMove"] == mine:
                    legal = club.get("/api/bot/game/%s/legal" % game)
                    if legal["ply"] != len(line["turns"]):
                        continue  # The game has gone on since.
                    turn = urllib.parse.quote(choose(legal["turns"], line), safe="")
                    club.post("/api/bot/game/%s/move/%s?ply=%d" % (game, turn, legal["ply"]))
                place = here
        except urllib.error.HTTPError as error:
            print(game, error.code, error.read().decode(), file=sys.stderr)
            if error.code in (401, 404):
                return
            if error.code == 400:  # A turn that is refused is answered, too.
                place = here
        except (OSError, ValueError) as error:
            print(game, error, file=sys.stderr)
        time.sleep(1)


def main():
    club = Club(*sys.argv[1:])
    me, games, place = club.get("/api/account")["id"], {}, ""
    while True:
        try:
            for event in club.lines("/api/stream/event" + place):
                if event["type"] == "challenge" and event["challenge"]["destUser"]["id"] == me:
                    club.post("/api/challenge/%s/accept" % event["challenge"]["id"])
                elif event["type"] == "gameStart":
                    game = event["game"]["id"]
                    if game not in games or not games[game].is_alive():
                        games[game] = threading.Thread(target=play, args=(club, me, game), daemon=True)
                        games[game].start()
                # Who comes back is told what came after this.
                place = "?since=%d&epoch=%s" % (event["number"], event["epoch"])
        except urllib.error.HTTPError as error:
            print(error.code, error.read().decode(), file=sys.stderr)
            if error.code == 401:
                sys.exit(1)
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr)
        time.sleep(1)


if __name__ == "__main__":
    main()
