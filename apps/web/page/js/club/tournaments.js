// The tournaments of a club: those under way, to come and over, and the form that makes one.

import { createClockField } from '../clock-field.js';
import { el, fill, setText } from '../dom.js';
import { follow } from '../follow.js';
import { GAMES } from '../games/index.js';
import { counting } from '../plural.js';
import { CLOCKS } from '../game-settings.js';
import { namesIn } from './invited.js';
import { dayAndTime, kindInWords, termsInWords, timeTo } from './tournament-words.js';
import { choice } from './words.js';

/** @typedef {import('../../../messages.js').ClubTournamentLine} Line */

/** Lengths of a ladder in days; one without is for good. @type {[string, string][]} */
const DAYS = [['7', 'a week'], ['30', '30 days'], ['90', '90 days'], ['365', 'a year'], ['', 'for good']];
const MINUTES = [10, 20, 30, 45, 60, 90, 120, 240];
/** When a tournament begins, in minutes from now. @type {[string, string][]} */
const STARTS = [
  ['0', 'at once'],
  ['2', 'in 2 minutes'],
  ['5', 'in 5 minutes'],
  ['10', 'in 10 minutes'],
  ['30', 'in half an hour'],
  ['60', 'in an hour'],
  ['at', 'at a time of your choice'],
];

/** @param {import('../store.js').Store} store @param {HTMLElement} place @param {import('../session.js').Session} session */
export function createTournaments(store, place, session) {
  let drawn = '';
  const lists = el('div', {});
  const problem = el('div', { class: 'form-problem', role: 'alert' });
  const who = el('p', { class: 'quiet' });
  const name = el('input', { class: 'input', type: 'text', id: 'cup-name', maxlength: 40, required: true, autocomplete: 'off', placeholder: 'Friday evening' });
  const kind = choice('cup-kind', [['arena', 'Arena'], ['swiss', 'Swiss'], ['round_robin', 'Round robin'], ['ladder', 'Ladder']], () => drawForm());
  const game = choice('cup-game', GAMES.map(({ name: key, title }) => [key, title]), () => {});
  const clock = createClockField('cup-clock', () => {}, { timed: true });
  const minutes = choice('cup-minutes', MINUTES.map((number) => [String(number), counting(number, 'minute')]), () => {});
  const days = choice('cup-days', DAYS, () => {});
  const rounds = el('input', { class: 'input', type: 'number', id: 'cup-rounds', min: 1, max: 30, value: 5 });
  const starts = choice('cup-starts', STARTS, () => drawForm());
  const at = el('input', { class: 'input', type: 'datetime-local', id: 'cup-at' });
  const programs = choice('cup-programs', [['yes', 'people and bots'], ['no', 'people alone'], ['only', 'bots alone']], () => {});
  const rated = el('input', { type: 'checkbox', id: 'cup-rated', checked: true });
  const range = { type: 'number', min: 0, max: 4000, step: 50, class: 'input', placeholder: 'any' };
  const lowest = el('input', { ...range, id: 'cup-lowest' });
  const highest = el('input', { ...range, id: 'cup-highest' });
  const guests = el('input', { class: 'input', type: 'text', id: 'cup-guests', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', placeholder: 'names; empty: for all' });
  const about = el('textarea', { class: 'input', id: 'cup-about', rows: 3, maxlength: 1000 });
  const make = el('button', { type: 'submit', class: 'button button-main' }, 'Create');
  /** @param {string} label @param {HTMLElement} field */
  const row = (label, field) => el('p', { class: 'lobby-field' }, el('label', { class: 'label', for: field.id }, label), field);
  const [ofMinutes, ofDays, ofRounds, ofAt] = [row('Length', minutes), row('Length', days), row('Rounds', rounds), row('Begins at', at)];
  clock.set({ clock: Math.max(0, CLOCKS.findIndex(({ time }) => time?.initial === 180_000)) });
  minutes.value = '45';
  days.value = '30';
  starts.value = '5';

  fill(
    place,
    el('div', { class: 'lobby-head' }, el('h1', { id: 'tournaments-title' }, 'Tournaments')),
    problem,
    el(
      'div',
      { class: 'lobby' },
      lists,
      el(
        'form',
        { class: 'panel lobby-form', onsubmit: submit, 'aria-labelledby': 'cup-create' },
        el('h2', { id: 'cup-create' }, 'Create a tournament'),
        row('Name', name),
        row('Kind', kind),
        row('Game', game),
        row('Clock', clock.select),
        clock.own,
        ofMinutes,
        ofDays,
        ofRounds,
        row('Begins', starts),
        ofAt,
        row('For', programs),
        row('By invitation', guests),
        el('p', {}, el('label', { class: 'check', for: 'cup-rated' }, rated, ' Rated: its games change ratings')),
        el('details', {}, el('summary', {}, 'Ratings and description'), el('div', { class: 'lobby-range' }, row('Rating from', lowest), row('to', highest), row('About it', about))),
        make,
        who,
      ),
    ),
  );
  drawForm();

  function drawForm() {
    const byRounds = kind.value === 'swiss' || kind.value === 'round_robin';
    ofMinutes.hidden = kind.value !== 'arena';
    ofDays.hidden = kind.value !== 'ladder';
    ofRounds.hidden = !byRounds;
    ofAt.hidden = starts.value !== 'at';
    setText(/** @type {HTMLElement} */ (ofRounds.firstChild), kind.value === 'swiss' ? 'Rounds' : 'Each meets each');
    const most = kind.value === 'round_robin' ? 4 : 30;
    if (Number(rounds.max) !== most) rounds.value = kind.value === 'round_robin' ? '1' : '5';
    rounds.max = String(most);
    // A field that nobody sees is not asked for.
    rounds.disabled = !byRounds;
    at.required = starts.value === 'at';
    const you = store.get().hello?.club?.you;
    const named = Boolean(you && you.kind !== 'guest');
    make.disabled = !named;
    setText(who, named ? '' : 'Tournaments are for members with a name: sign in first.');
  }

  /** The length that was chosen, by the kind. */
  function length() {
    if (kind.value === 'arena') return { minutes: Number(minutes.value) };
    if (kind.value === 'ladder') return days.value ? { days: Number(days.value) } : {};
    return { rounds: Number(rounds.value) };
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const time = clock.time();
    if (!time) return;
    const begins = starts.value === 'at' ? new Date(at.value).getTime() : starts.value === '0' ? null : Date.now() + Number(starts.value) * 60_000;
    if (begins !== null && Number.isNaN(begins)) {
      at.focus();
      return;
    }
    /** @param {HTMLInputElement} field @param {'lowest' | 'highest'} key */
    const bound = (field, key) => (field.value === '' ? {} : { [key]: Number(field.value) });
    session.ask({
      type: 'tournament_create',
      name: name.value,
      game: game.value,
      clock: time,
      rated: rated.checked,
      kind: /** @type {import('../../../messages.js').TournamentKind} */ (kind.value),
      ...length(),
      ...(begins === null ? {} : { starts: begins }),
      programs: /** @type {import('../../../messages.js').TournamentPrograms} */ (programs.value),
      ...bound(lowest, 'lowest'),
      ...bound(highest, 'highest'),
      ...(guests.value.trim() ? { invited: namesIn(guests.value) } : {}),
      ...(about.value.trim() ? { description: about.value } : {}),
    });
  }

  /** When a tournament begins or ends, in words. @param {Line} line @param {number} now */
  function when({ stage, starts: begins, ends, winner }, now) {
    if (stage === 'coming') return begins - now > 86_400_000 ? dayAndTime(begins) : begins <= now ? 'begins when two have joined' : `begins in ${timeTo(begins - now)}`;
    if (stage === 'running') return ends === null ? 'under way' : `ends in ${timeTo(ends - now)}`;
    return stage === 'canceled' ? 'cancelled' : winner ? `won by ${winner.name}` : 'over';
  }

  /** @param {Line} line @param {number} now */
  function item(line, now) {
    const { id, terms, players } = line;
    return el(
      'li',
      { class: 'cup' },
      el('span', { class: 'cup-text' }, el('a', { href: `/tournament/${id}`, onclick: follow(session, { view: 'contest', id }) }, terms.name), el('span', { class: 'quiet' }, `${line.private ? 'Private: by invitation · ' : ''}${kindInWords(line)} · ${termsInWords(line)}`)),
      el('span', { class: 'cup-players' }, counting(players, 'player')),
      el('span', { class: 'cup-when' }, when(line, now)),
    );
  }

  /** @param {string} title @param {Line[]} lines @param {number} now @param {string} [none] */
  function section(title, lines, now, none) {
    if (lines.length === 0 && !none) return null;
    return el('section', { class: 'cups-part' }, el('h2', {}, title), lines.length === 0 ? el('p', { class: 'empty' }, none ?? '') : el('ul', { class: 'cups', 'aria-label': title }, ...lines.map((line) => item(line, now))));
  }

  /** @param {import('../../../messages.js').ClubTournaments} all @param {number} now */
  function draw({ tournaments }, now) {
    const of = (/** @type {string[]} */ ...stages) => tournaments.filter(({ stage }) => stages.includes(stage));
    const open = of('running', 'coming').length > 0;
    fill(
      lists,
      section('Under way', of('running'), now),
      section('To come', of('coming'), now, open ? undefined : 'None is under way or to come. Create one: who looks here sees it at once.'),
      section('Over', of('over', 'canceled'), now),
      el('p', {}, el('a', { href: '/arena', onclick: follow(session, { view: 'arena' }) }, 'Tournaments between engines')),
    );
  }

  function redraw() {
    const { route, contests, contestsTold } = store.get();
    if (route.view !== 'tournaments' || !contests) return;
    const now = contests.now + performance.now() - contestsTold;
    const key = JSON.stringify([contests.tournaments, Math.floor(now / 1000)]);
    // Who has a link under the keyboard keeps it until the list itself changes.
    if (key === drawn || (lists.contains(document.activeElement) && drawn.startsWith(JSON.stringify([contests.tournaments]).slice(0, -1)))) return;
    drawn = key;
    draw(contests, now);
  }
  setInterval(redraw, 1000);

  /** Who one was when the form was drawn. @type {unknown} */
  let formOf = null;

  store.subscribe((state) => {
    if (state.route.view !== 'tournaments') return;
    if (state.hello !== formOf) {
      formOf = state.hello;
      drawForm();
    }
    redraw();
    const said = state.failure?.message ?? '';
    if (problem.textContent !== said) fill(problem, said ? el('p', { class: 'notice' }, said) : null);
  });
}
