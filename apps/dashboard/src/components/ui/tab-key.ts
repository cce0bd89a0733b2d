/** True while the Tab key is the last input of the person. */
let isLast = false;

window.addEventListener('keydown', ({ key }) => (isLast = key === 'Tab'), { capture: true });
window.addEventListener('pointerdown', () => (isLast = false), { capture: true });

/** Returns whether the user moved the focus with the keyboard. A dialog that opens or closes moves it too. */
export const isMovedByTab = (): boolean => isLast;
