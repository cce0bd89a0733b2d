import type { FileMapping, Question } from '#libs/order-import';
import { questionText, SERIES_MEANINGS, withAnswers } from '#libs/order-import';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { text } from '../text';
import { withColumn } from '../plan';

const t = text.questions;

interface Props {
  readonly questions: readonly Question[];
  readonly mapping: FileMapping;
  readonly onMapping: (mapping: FileMapping) => void;
}

/** Asks what only the owner of the file can answer. Dates and decimals have choices of their own. */
export function QuestionChoices({ questions, mapping, onMapping }: Props) {
  return questions
    .filter(({ kind }) => kind !== 'dates' && kind !== 'decimals')
    .map((question) => (
      <Alert
        key={question.kind === 'numbers' ? `numbers ${question.series}` : question.kind}
        kind={question.kind === 'refused' ? 'bad' : 'warn'}
      >
        {questionText(question)}
        <span className="mt-2 flex flex-wrap gap-2">
          {answersOf(question, mapping).map(({ label, answer }) => (
            <Button key={label} look="secondary" size="small" onClick={() => onMapping(answer)}>
              {label}
            </Button>
          ))}
        </span>
      </Alert>
    ));
}

interface Answer {
  readonly label: string;
  readonly answer: FileMapping;
}

function answersOf(question: Question, mapping: FileMapping): readonly Answer[] {
  switch (question.kind) {
    case 'amount':
      return [{ label: t.noAmounts, answer: withColumn(mapping, 'amount', null) }];
    case 'unit':
      return (['days', 'weeks', 'months'] as const).map((unit) => ({ label: t.units[unit], answer: { ...mapping, unit } }));
    case 'encoding':
      return question.readings.map(({ encoding, words }) => ({ label: words.join(', '), answer: { ...mapping, encoding } }));
    case 'rows':
      return [
        { label: t.items, answer: { ...mapping, rows: 'items' } },
        { label: t.orders, answer: { ...mapping, rows: 'orders' } },
      ];
    case 'order_numbers':
      return [{ label: t.noNumbers, answer: withColumn(mapping, 'order', null) }];
    case 'discount':
      return (['money', 'order', 'percent', 'included'] as const).map((discount) => ({
        label: t.discounts[discount],
        answer: { ...mapping, discount },
      }));
    case 'numbers':
      return SERIES_MEANINGS.map((meaning) => ({
        label: t.numbers[meaning],
        answer: withAnswers(mapping, { numbers: { [question.series]: meaning } }),
      }));
    case 'largest_customer':
      return [
        { label: t.leaveOut, answer: { ...mapping, largest_customer: 'leave_out' } },
        { label: t.keep, answer: { ...mapping, largest_customer: 'keep' } },
      ];
    // The columns and their formats are chosen above the questions.
    case 'columns':
    case 'until':
    case 'dates':
    case 'decimals':
    case 'refused':
      return [];
  }
}
