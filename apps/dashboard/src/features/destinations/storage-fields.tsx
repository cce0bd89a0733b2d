import type { DestinationDto } from '../../api/schema';
import { FormField } from '../../components/form-field';
import { Checkbox } from '../../components/ui/checkbox';
import { Input } from '../../components/ui/input';
import { Select } from '../../components/ui/select';
import { text } from './text';

const t = text.storage;

const FORMATS = ['parquet', 'csv'] as const;

export interface StorageValues {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly path_style: boolean;
  readonly format: (typeof FORMATS)[number];
  readonly access_key_id: string;
  readonly secret_access_key: string;
}

const EMPTY = { endpoint: '', region: 'us-east-1', bucket: '', prefix: 'churn', path_style: true, format: 'parquet' } as const;

/** The key is never shown, so its fields begin empty. */
export const storageValuesOf = (destination: DestinationDto | null): StorageValues => ({
  ...EMPTY,
  ...destination?.storage,
  access_key_id: '',
  secret_access_key: '',
});

/** Returns the settings for a request. A key whose fields are both empty stays as it is. */
export function storageBodyOf({ access_key_id: id, secret_access_key: secret, ...rest }: StorageValues) {
  const [keyId, key] = [id.trim(), secret.trim()];
  const trimmed = { endpoint: rest.endpoint.trim(), region: rest.region.trim(), bucket: rest.bucket.trim(), prefix: rest.prefix.trim() };
  return { ...rest, ...trimmed, ...(keyId !== '' && { access_key_id: keyId }), ...(key !== '' && { secret_access_key: key }) };
}

/** The fields that take text, in their order; those of the key are passwords. */
const FIELDS = [
  { name: 'endpoint', type: 'url', isWide: true },
  { name: 'region', type: 'text', isWide: false },
  { name: 'bucket', type: 'text', isWide: false },
  { name: 'prefix', type: 'text', isWide: true },
  { name: 'access_key_id', type: 'text', isWide: false },
  { name: 'secret_access_key', type: 'password', isWide: false },
] as const;

interface Props {
  readonly values: StorageValues;
  /** The end of the present key; null for a new destination. */
  readonly keyHint: string | null;
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (change: Partial<StorageValues>) => void;
}

/** The fields of a storage. */
export function StorageFields({ values, keyHint, faultOf, onChange: set }: Props) {
  const hintOf = (name: (typeof FIELDS)[number]['name']): string | undefined => {
    if (name === 'secret_access_key' && keyHint !== null) return t.keyKept(keyHint);
    return t.hints[name];
  };
  const pathFault = faultOf('path_style');
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {FIELDS.map(({ name, type, isWide }) => {
          const hint = hintOf(name);
          return (
            <div key={name} className={isWide ? 'sm:col-span-2' : undefined}>
              <FormField label={t.fields[name]} {...(hint !== undefined && { hint })} error={faultOf(name)}>
                {(wiring) => (
                  <Input
                    {...wiring}
                    type={type}
                    value={values[name]}
                    autoComplete="off"
                    spellCheck={false}
                    onChange={({ target }) => set({ [name]: target.value })}
                  />
                )}
              </FormField>
            </div>
          );
        })}
      </div>
      <FormField label={t.fields.format} error={faultOf('format')}>
        {({ id }) => (
          <Select
            id={id}
            value={values.format}
            options={FORMATS.map((value) => ({ value, label: t.formats[value] }))}
            onChange={(format) => set({ format })}
          />
        )}
      </FormField>
      <div className="flex gap-3">
        <Checkbox
          id="path-style"
          className="mt-0.5"
          checked={values.path_style}
          onCheckedChange={(on) => set({ path_style: on === true })}
        />
        <label htmlFor="path-style" className="text-sm">
          {t.fields.path_style}
        </label>
      </div>
      {pathFault !== undefined && (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {pathFault}
        </p>
      )}
    </>
  );
}
