/** The queues that have a consumer, in each stage, without its prefix. */
export const queueNames = [
  'completions',
  'deliveries',
  'lookups',
  'messages',
  'reconciliations',
  'slow-deliveries.fifo',
  'visits',
]
