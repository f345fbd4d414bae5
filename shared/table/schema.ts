import type { IndexName } from './port.ts'

/** Of people's work: the overview counts it, and lists it, by the entries alone. */
const listedOfWork = [
  'status',
  'agent',
  'dueAt',
  'lgaId',
  'dispute',
  'backCheckOf',
  'stagedDecision',
] as const

/** Changing a key or a projection replaces the index; changing `partitionKey` or `sortKey` replaces the table. */
export const tableSchema = {
  partitionKey: 'pk',
  sortKey: 'sk',
  expiry: 'expiresAt',
  indexes: [
    {
      name: 'gsi1',
      partitionKey: 'gsi1pk',
      sortKey: 'gsi1sk',
      /** For lists. Index entries of other items lack most of these and stay small. */
      projected: [
        'outcome',
        'product',
        'customerReference',
        'requestedAt',
        'updatedAt',
        'price',
        'latestDispute',
        'event',
        'eventType',
        'createdAt',
        'occurredAt',
        'verificationId',
        'id',
        ...listedOfWork,
      ],
    },
    { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk', projected: [] },
    /** People's work by LGA, in the order of `gsi1`. */
    { name: 'gsi3', partitionKey: 'gsi3pk', sortKey: 'gsi1sk', projected: ['product', ...listedOfWork] },
  ],
} as const

/** Of the table and of its indexes, each once. */
export const keyAttributes: readonly string[] = [
  ...new Set([tableSchema, ...tableSchema.indexes].flatMap(each => [each.partitionKey, each.sortKey])),
]

/** Of the table itself, unless an index is named. */
export const keyNamesOf = (index: IndexName | undefined) =>
  tableSchema.indexes.find(({ name }) => name === index) ?? tableSchema
