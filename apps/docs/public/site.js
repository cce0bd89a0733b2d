// The search, the choice of light or dark, and the menu on a phone. Without this script every page can be read.
import MiniSearch from 'minisearch';

const LONGEST_LIST = 12;
const AROUND = 60;
/** Pages that explain the code. They come last. */
const FOR_MAINTAINERS = /^\/docs\/(adr|performance|benchmarks|contributing|repository|architecture)/;

const input = document.getElementById('search');
const list = document.getElementById('results');
const status = document.getElementById('search-status');
let index = null;
let entries = [];

/** Loads the text of all pages when somebody begins to search. */
async function load() {
  const answer = await fetch(new URL('search.json', import.meta.url));
  if (!answer.ok) throw new Error(`search.json: ${answer.status}`);
  entries = await answer.json();
  const search = new MiniSearch({
    fields: ['page', 'title', 'text'],
    storeFields: [],
    searchOptions: {
      boost: { page: 3, title: 4 },
      boostDocument: (id) => (FOR_MAINTAINERS.test(entries[id][2]) ? 0.3 : 1),
      prefix: true,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      combineWith: 'AND',
    },
  });
  search.addAll(entries.map(([page, title, , text], id) => ({ id, page, title, text })));
  return search;
}

async function find() {
  const query = input.value.trim();
  if (query === '') return close();
  try {
    index ??= load();
    show(query, (await index).search(query).slice(0, LONGEST_LIST));
  } catch {
    index = null;
    say('The search could not be loaded. Try again.');
  }
}

function show(query, found) {
  if (input.value.trim() !== query) return;
  if (found.length === 0) return say(`Nothing found for “${query}”.`);
  list.replaceChildren(...found.map(({ id, terms }) => linkTo(entries[id], terms)));
  list.hidden = false;
  status.textContent = found.length === 1 ? '1 result' : `${found.length} results`;
}

function linkTo([page, title, address, text], terms) {
  const link = document.createElement('a');
  link.href = address;
  const heading = document.createElement('strong');
  heading.textContent = title === page ? page : `${page}: ${title}`;
  const excerpt = document.createElement('span');
  excerpt.append(...excerptOf(text, terms));
  link.append(heading, excerpt);
  return link;
}

/** Returns the text around the first term that was found, with the term marked. */
function excerptOf(text, terms) {
  const places = terms.map((term) => [text.toLowerCase().indexOf(term), term.length]).filter(([at]) => at >= 0);
  const [at, length] = places.toSorted((a, b) => a[0] - b[0])[0] ?? [0, 0];
  const from = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1;
  const mark = document.createElement('mark');
  mark.textContent = text.slice(at, at + length);
  return [from > 0 ? '…' : '', text.slice(from, at), mark, `${text.slice(at + length, at + length + 2 * AROUND)}…`];
}

function say(sentence) {
  const line = document.createElement('p');
  line.textContent = sentence;
  list.replaceChildren(line);
  list.hidden = false;
  status.textContent = sentence;
}

function close() {
  list.hidden = true;
  list.replaceChildren();
  status.textContent = '';
}

/** Moves through the results with the arrow keys. */
function move(event) {
  if (event.key === 'Escape') {
    close();
    input.focus();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...list.querySelectorAll('a')];
  if (step === undefined || links.length === 0) return;
  event.preventDefault();
  const next = links.indexOf(document.activeElement) + step;
  if (next < 0) input.focus();
  else links[Math.min(next, links.length - 1)].focus();
}

input.addEventListener('input', () => void find());
input.addEventListener('focus', () => void find());
for (const element of [input, list]) element.addEventListener('keydown', move);
document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});
document.addEventListener('click', ({ target }) => {
  if (!target.closest('.search')) close();
});

const system = matchMedia('(prefers-color-scheme: dark)');
/** The same choice as in the dashboard (apps/dashboard/public/theme.js). */
const chosenTheme = () => {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
};
system.addEventListener('change', () => {
  const chosen = chosenTheme();
  document.documentElement.classList.toggle('dark', chosen === 'dark' || (chosen !== 'light' && system.matches));
});
document.getElementById('theme').addEventListener('click', () => {
  const dark = document.documentElement.classList.toggle('dark');
  try {
    if (dark === system.matches) localStorage.removeItem('theme');
    else localStorage.setItem('theme', dark ? 'dark' : 'light');
  } catch {
    // Storage may be forbidden; then the choice holds for this page.
  }
});

const menu = document.querySelector('.menu');
const wide = matchMedia('(min-width: 60rem)');
const fold = () => {
  menu.open = wide.matches;
};
wide.addEventListener('change', fold);
fold();
const current = menu.querySelector('[aria-current]');
if (current !== null && wide.matches) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
