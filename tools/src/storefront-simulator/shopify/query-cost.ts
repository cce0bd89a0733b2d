import {
  getNamedType,
  type GraphQLObjectType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { SHOPIFY_SCHEMA } from './shopify-schema.js';

/** Points of one object, of one mutation, and of a list without its objects. */
const COST = { object: 1, mutation: 10, connection: 2 };

/**
 * Returns Shopify's cost of a query: nothing for a scalar, one point for an object, and for a connection the requested number of objects.
 * @param returned how many objects the connections hold in fact; as asked for when absent.
 */
export function costOf(operation: OperationDefinitionNode, variables: Record<string, unknown>, returned?: number): number {
  const isMutation = operation.operation === OperationTypeNode.MUTATION;
  const root = isMutation ? SHOPIFY_SCHEMA.getMutationType() : SHOPIFY_SCHEMA.getQueryType();
  if (isMutation || root == null) return COST.mutation * operation.selectionSet.selections.length;
  return costOfFields(operation.selectionSet, root, { variables, returned, asked: 1 });
}

interface Around {
  readonly variables: Record<string, unknown>;
  readonly returned: number | undefined;
  /** Objects of the connection that the fields are in. */
  readonly asked: number;
}

function costOfFields(set: SelectionSetNode, parent: GraphQLObjectType, around: Around): number {
  return set.selections.reduce((sum, selection) => {
    if (selection.kind !== Kind.FIELD) throw new Error('only fields are simulated');
    const type = getNamedType(parent.getFields()[selection.name.value]?.type);
    if (!isObjectType(type) || selection.selectionSet === undefined) return sum;
    const isConnection = type.name.endsWith('Connection');
    const first = selection.arguments?.find(({ name }) => name.value === 'first');
    const asked = isConnection && first !== undefined ? Number(valueFromASTUntyped(first.value, around.variables)) : around.asked;
    const own = isConnection ? COST.connection : type.name.endsWith('Edge') ? 0 : COST.object;
    const inside = costOfFields(selection.selectionSet, type, { ...around, asked });
    const times = ['nodes', 'edges'].includes(selection.name.value) ? Math.min(asked, around.returned ?? asked) : 1;
    return sum + times * (own + inside);
  }, 0);
}
