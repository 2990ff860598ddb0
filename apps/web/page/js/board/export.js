// The board as a picture to keep: SVG with its colours written into it, so that it looks the same anywhere.

const KEPT = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'stroke-opacity', 'paint-order', 'opacity', 'font', 'text-anchor', 'transform'];

/** @param {SVGSVGElement} picture as it is shown @returns {string} */
export function svgOf(picture) {
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  const shown = [...picture.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((element, index) => {
    const original = shown[index];
    if (!original) return;
    const style = getComputedStyle(original);
    for (const name of KEPT) {
      const value = style.getPropertyValue(name);
      // Presentation attributes: styles within the file would not do everywhere.
      if (value && value !== 'none' && !(name === 'transform' && original.hasAttribute('transform'))) element.setAttribute(name, name === 'transform' ? style.transform.replaceAll('px', '') : value);
      else if (value === 'none' && name !== 'transform') element.setAttribute(name, 'none');
    }
    element.removeAttribute('class');
    element.removeAttribute('style');
  });
  copy.removeAttribute('class');
  copy.removeAttribute('aria-hidden');
  copy.setAttribute('width', '800');
  return new XMLSerializer().serializeToString(copy);
}
