import { heartbeatPartition, ledgerLinePrefix, streamedSortKeys } from './keys.ts'

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
        // Of people's work: the overview counts it, and lists it, by the entries alone.
        'status',
        'agent',
        'dueAt',
        'lgaId',
        'dispute',
        'backCheckOf',
        'stagedDecision',
      ],
    },
    { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk', projected: [] },
  ],
  /** The stream's filter drops other changes before anybody pays for them. */
  streamedSortKeys,
  ledgerLinePrefix,
  heartbeatPartition,
} as const
