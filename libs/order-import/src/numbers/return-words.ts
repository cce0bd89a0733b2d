import { wordsOf } from '../csv/columns.js';
import { seriesName } from './number-series.js';

const namesOf = (...lines: readonly string[]): ReadonlySet<string> => new Set(wordsOf(...lines).map(seriesName));

/** Letters before or behind an order number that only returns, refunds and credit notes have. */
const WORDS = namesOf(
  'ret retn rtn retour retoure return returns returned rma refund refunds refunded rfnd credit credits creditnote creditmemo cnote chargeback',
  'gutschrift gutschr storno stornorechnung rückgabe erstattung rückerstattung rechnungskorrektur avoir remboursement devolucion devolución reembolso abono',
  'rectificativa reso resi rimborso creditnota creditfactuur terugbetaling devolução estorno zwrot korekta retur kredit kreditfaktura återbetalning iade',
  'возврат 返品 返金 退货 退款 退貨 반품 환불',
);

/** Codes that may stand for a return or for anything else. */
const CODES = namesOf(
  'r rt cn cr cm crn cdn c gs gu gut gtsch st sto rk kor korr av nc na dv dev cf kn kf krd zw rs sr rv ref rfd вз в 退 返',
);

/** The chance that letters stand for a return: `word`: they mean nothing else, `code`: they may, null: they say nothing. */
export function returnMeaning(series: string): 'word' | 'code' | null {
  const name = series.replace(/^-/, '');
  return WORDS.has(name) ? 'word' : CODES.has(name) ? 'code' : null;
}
