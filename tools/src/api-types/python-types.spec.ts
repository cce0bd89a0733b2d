import { pythonTypes } from './python-types.js';

const document = (schemas: Readonly<Record<string, object>>) => ({
  openapi: '3.0.0',
  info: { title: '', version: '' },
  paths: {},
  components: { schemas },
});
const linesOf = (schemas: Readonly<Record<string, object>>): string[] =>
  pythonTypes(document(schemas)).split('NotRequired\n').slice(1).join('').split('\n').filter((line) => line !== ''); // prettier-ignore

describe('the types for Python', () => {
  it('are a TypedDict for each object, whose optional fields are NotRequired and whose nullable ones are Optional', () => {
    const name = { type: 'string', nullable: true };
    expect(linesOf({ BDto: { type: 'object', properties: { name, n: { type: 'integer' } }, required: ['name'] } })).toEqual([
      'class BDto(TypedDict):',
      '    name: Optional[str]',
      '    n: NotRequired[int]',
    ]);
  });

  it('name other objects, lists, maps, choices and constants', () => {
    const ref = { $ref: '#/components/schemas/ADto' };
    const properties = {
      one: { allOf: [ref], type: 'object', nullable: true },
      many: { type: 'array', items: ref },
      map: { type: 'object', additionalProperties: { type: 'number' } },
      any: { type: 'object', additionalProperties: true },
      either: { oneOf: [ref, { type: 'boolean' }] },
      state: { type: 'string', enum: ['low', 'high', null], nullable: true },
    };
    expect(linesOf({ ADto: { type: 'object' }, BDto: { type: 'object', properties, required: Object.keys(properties) } })).toEqual([
      'class ADto(TypedDict):',
      '    pass',
      'class BDto(TypedDict):',
      '    one: Optional[ADto]',
      '    many: List[ADto]',
      '    map: Dict[str, float]',
      '    any: Dict[str, Any]',
      '    either: Union[ADto, bool]',
      "    state: Optional[Literal['low', 'high']]",
    ]);
  });

  it('are made by a call where a field has the name of a keyword, or none that Python allows', () => {
    const properties = { from: { type: 'string', enum: ['a'] }, '7d': { type: 'string' } };
    expect(linesOf({ ADto: { type: 'object', properties, required: ['from'] } })).toEqual([
      'ADto = TypedDict(',
      '    "ADto",',
      '    {',
      '        "from": "Literal[\'a\']",',
      '        "7d": "NotRequired[str]",',
      '    },',
      ')',
    ]);
  });
});
