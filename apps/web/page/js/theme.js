// Light, dark, or as the system says. The choice stays with this browser.

const KEY = 'tesuji-theme';
const THEMES = /** @type {const} */ (['system', 'light', 'dark']);
const SIGNS = { system: '◐', light: '☀', dark: '☾' };
const NAMES = { system: 'as the system', light: 'light', dark: 'dark' };

/** @param {HTMLElement} button */
export function createTheme(button) {
  let theme = stored();

  function show() {
    document.documentElement.dataset.theme = theme;
    button.textContent = SIGNS[theme];
    button.setAttribute('aria-label', `Theme: ${NAMES[theme]}`);
    button.title = `Theme: ${NAMES[theme]}`;
  }

  button.addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // A browser that stores nothing still switches for this visit.
    }
    show();
  });
  show();
}

/** @returns {typeof THEMES[number]} */
function stored() {
  try {
    const value = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === value) ?? 'system';
  } catch {
    return 'system';
  }
}
