/** True while the Tab key is the last input of the person. */
let isLast = false;

window.addEventListener('keydown', ({ key }) => (isLast = key === 'Tab'), { capture: true });
window.addEventListener('pointerdown', () => (isLast = false), { capture: true });

/** Tells whether the person moved the focus by the keyboard. A dialog that opens or closes moves it too. */
export const isMovedByTab = (): boolean => isLast;
