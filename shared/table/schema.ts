import { streamedSortKeys } from './keys.ts'

/**
 * The table's shape, as data: the infrastructure creates it from here, and `keys.ts` names the same attributes.
 * Changing a key or a projection replaces the index, changing `partitionKey` or `sortKey` the table.
 */
export const tableSchema = {
  partitionKey: 'pk',
  sortKey: 'sk',
  expiry: 'expiresAt',
  indexes: [
    {
      name: 'gsi1',
      partitionKey: 'gsi1pk',
      sortKey: 'gsi1sk',
      /** What a list shows. Index entries of other items lack most of these and stay small. */
      projected: [
        'outcome',
        'product',
        'customerReference',
        'requestedAt',
        'updatedAt',
        'price',
        'event',
        'eventType',
        'createdAt',
        'occurredAt',
        'verificationId',
        'id',
      ],
    },
    { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk', projected: [] },
  ],
  /** Sort keys whose changes the outbox hears of; the stream's filter drops the rest before anyone pays for them. */
  streamedSortKeys,
} as const
