import type { Page } from 'playwright-core';

/**
 * Lists what can be tapped on the page and is smaller than 24 × 24 px (WCAG 2.5.8): around its middle, a finger hits something else. The
 * size is what the browser finds under the finger, so that a label and an area beyond the drawn box count.
 */
const SMALL = `((within) => {
  const REACH = 11.5;
  const TAPPED = 'a[href], button, input, select, textarea, summary, [role=button], [role=checkbox], [role=switch], [role=tab], [role=radio], [role=combobox], [role=slider], [role=menuitem]';
  const isShown = (element) => {
    const { visibility, opacity, pointerEvents } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility() && visibility !== 'hidden' && opacity !== '0' && pointerEvents !== 'none' && width > 2 && height > 2;
  };
  // The height of the line limits a link inside a sentence, so the rule leaves it out.
  const isInSentence = (element) => {
    if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false;
    let block = element.parentElement;
    while (getComputedStyle(block).display === 'inline') block = block.parentElement;
    const words = block.cloneNode(true);
    for (const link of words.querySelectorAll('a, button')) link.remove();
    return /\\p{L}/u.test(words.textContent);
  };
  const hits = (element, x, y) => {
    const found = document.elementFromPoint(x, y);
    return found !== null && (element.contains(found) || found.closest('label')?.control === element);
  };
  const isLarge = (element, box) => {
    box.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = box.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    // Only the keyboard brings the link to the content on the screen.
    if (y < 0) return true;
    return [[0, 0], [-REACH, 0], [REACH, 0], [0, -REACH], [0, REACH]].every(([right, down]) => hits(element, x + right, y + down));
  };
  const faults = [];
  for (const element of document.querySelector(within).querySelectorAll(TAPPED)) {
    if (!isShown(element) || isInSentence(element) || isLarge(element, element)) continue;
    // The words around a field choose it too.
    const label = element.closest('label');
    if (label !== null && isLarge(element, label)) continue;
    const { width, height } = element.getBoundingClientRect();
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50);
    faults.push(element.tagName.toLowerCase() + ' “' + name + '” ' + width.toFixed(1) + ' × ' + height.toFixed(1) + ' px');
  }
  scrollTo(0, 0);
  return faults;
})`;

/** @returns the tap targets of a part of the page that are too small for a finger. */
export const smallTargets = (page: Page, within = 'body'): Promise<string[]> => page.evaluate(`${SMALL}(${JSON.stringify(within)})`);
