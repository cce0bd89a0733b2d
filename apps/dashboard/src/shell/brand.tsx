import { commonText } from '../text/common';

/** The logo and the name of the product. */
export function Brand() {
  return (
    <span className="flex items-center gap-2.5 font-semibold tracking-tight">
      <img src="/favicon.svg" alt="" className="size-7" />
      {commonText.product}
    </span>
  );
}
