import { useState } from 'react';
import { type FileMapping, MappingFault, mappingText, parseMapping } from '#libs/order-import';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { saveFile } from '../../../components/save-file';
import { text } from '../text';

const t = text.mapping;

interface Props {
  readonly fileName: string;
  readonly mapping: FileMapping;
  /** Answers are kept for files with these columns. */
  readonly isKept: boolean;
  /** @throws MappingFault when the answers name a column that the file does not have */
  readonly onLoad: (mapping: FileMapping) => Promise<void>;
  readonly onForget: () => void;
}

/** Saves the answers as a file that the command reads too, and loads one. */
export function MappingFile({ fileName, mapping, isKept, onLoad, onForget }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const load = async (file: File): Promise<void> => {
    setProblem(null);
    try {
      await onLoad(parseMapping(await file.text()));
    } catch (error) {
      if (!(error instanceof MappingFault)) throw error;
      setProblem(t.wrong(file.name, error.message));
    }
  };
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-muted">{isKept ? t.kept : t.about}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          size="small"
          onClick={() => saveFile(new Blob([mappingText(mapping)], { type: 'application/json' }), `${fileName}.mapping.json`)}
        >
          {t.save}
        </Button>
        <Button look="secondary" size="small" onClick={() => pickFile((file) => void load(file))}>
          {t.load}
        </Button>
        {isKept && (
          <Button look="quiet" size="small" onClick={onForget}>
            {t.forget}
          </Button>
        )}
      </div>
      {problem !== null && <Alert kind="bad">{problem}</Alert>}
    </div>
  );
}

function pickFile(onFile: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file !== undefined) onFile(file);
  });
  input.click();
}
