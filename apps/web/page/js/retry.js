// The computer analysis in words: what a turn lost and what was best; and the position once more, to find it oneself.

import { el, fill } from './dom.js';
import { DUBIOUS, expected, gradesOf, numbered, percent, toldTurn } from './grades.js';
import { isPerson, shownTurns } from './position.js';

/** The effect of the best turn, as its score says it. @param {import('../../messages.js').Score} score */
function whichDoes(score) {
  if (score.kind === 'win') return `, which wins in ${score.value}`;
  if (score.kind === 'loss') return `, which holds out for ${score.value}`;
  const share = expected(score);
  if (score.kind === 'draw' || Math.abs(share - 0.5) < 0.03) return ', which keeps the balance';
  return share > 0.5 ? `, which keeps ${percent(share)} of the chances` : `, which leaves ${percent(share)} of the chances`;
}

/** @param {import('./store.js').Store} store @param {HTMLElement} place @param {{ showPly: (ply: number) => void, follow: (path: string[]) => void }} actions */
export function createRetry(store, place, actions) {
  let drawn = '';

  /** @param {string} label @param {() => void} action @param {string} [className] */
  const button = (label, action, className = 'button-ghost') => el('button', { type: 'button', class: `button button-small ${className}`, onclick: action }, label);

  /** The position in which a turn was played, with what the report says of it. @param {number} ply */
  function tell(ply) {
    store.update({ trying: null, told: { game: store.get().game?.id ?? '', ply, at: ply } });
    actions.showPly(ply);
  }

  /** @param {import('./types.js').State} state */
  return function draw(state) {
    const { game, report } = state;
    const trying = state.trying?.game === game?.id ? state.trying : null;
    const grades = gradesOf(state);
    const bad = grades.flatMap((grade, ply) => (grade && grade.loss >= DUBIOUS ? [ply] : []));
    const path = shownTurns(state);
    const key = JSON.stringify([game?.id, bad, path, trying, state.told, report?.running]);
    if (key === drawn) return;
    drawn = key;
    place.hidden = !game || bad.length === 0;
    if (!game || place.hidden) {
      fill(place);
      return;
    }
    const turns = game.history.map(({ turn }) => turn);
    const ply = toldTurn(state, grades);
    const grade = grades[ply];
    const judged = report?.positions[ply];
    const next = bad.find((one) => one > ply) ?? bad[0] ?? 0;
    // One's own, where one person played: else of both sides.
    const persons = Object.keys(game.players).filter((side) => isPerson(game, side));
    const own = bad.filter((one) => persons.length !== 1 || game.history[one]?.side === persons[0]);
    const worst = own.reduce((at, one) => ((grades[one]?.loss ?? 0) > (grades[at]?.loss ?? 0) ? one : at), own[0] ?? 0);
    const toWorst = own.length > 1 ? button(persons.length === 1 ? 'Your worst turn' : 'The worst turn', () => tell(worst)) : null;
    const toNext = button(ply < 0 || !grade ? 'First mistake ›' : 'Next mistake ›', () => tell(next));
    /** @param {...(string | Node)} words */
    const say = (...words) => el('p', {}, ...words);
    if (trying && judged) {
      const begun = path.length > trying.ply && turns.slice(0, trying.ply).every((turn, at) => turn === path[at]);
      const tried = begun ? path[trying.ply] : undefined;
      const giveUp = button('Show the best', () => actions.follow([...turns.slice(0, ply), judged.best]));
      const end = button('Done', () => tell(ply));
      const again = button('Once more', () => actions.showPly(ply), 'button-tint');
      if (tried === judged.best) fill(place, say(el('b', { class: 'grade-good' }, 'Right. '), `${judged.words || judged.best} is the best turn.`), el('div', { class: 'retry-actions' }, end, toNext));
      else if (tried !== undefined) fill(place, say(el('b', {}, 'Not that one. '), 'There is a better turn.'), el('div', { class: 'retry-actions' }, again, giveUp, end));
      else fill(place, say(el('b', {}, 'Your turn. '), `Find something better than ${game.history[ply]?.words ?? 'what was played'}.`), el('div', { class: 'retry-actions' }, giveUp, end));
    } else if (grade && judged && grade.loss >= DUBIOUS) {
      const kind = { blunder: 'a blunder', mistake: 'a mistake' }[grade.kind] ?? 'dubious';
      const retry = button(
        'Try again',
        () => {
          store.update({ trying: { game: game.id, ply } });
          actions.showPly(ply);
        },
        'button-tint',
      );
      fill(
        place,
        el('span', { class: `retry-sign grade-${grade.kind}`, 'aria-hidden': 'true' }, grade.mark),
        say(el('b', {}, `${numbered(ply)} ${game.history[ply]?.words ?? ''} is ${kind}. `), 'Best was ', el('b', {}, judged.words || judged.best), `${whichDoes(judged.score)}. It cost ${percent(grade.loss)} of the chances.`),
        el('div', { class: 'retry-actions' }, game.ending ? retry : null, button('Show the best', () => actions.follow([...turns.slice(0, ply), judged.best])), toNext),
      );
    } else fill(place, say(`${bad.length === 1 ? 'One turn' : `${bad.length} turns`} of this game lost something.`), el('div', { class: 'retry-actions' }, toWorst, toNext));
  };
}
