import type { DynamoDBRecord } from 'aws-lambda'
import { processStreamBatch } from '../../shared/aws/batch.ts'
import { countTold } from '../../shared/outbox/counted.ts'
import { effectsOf, type Streamed } from '../../shared/outbox/effect.ts'
import { performAll } from '../../shared/outbox/perform.ts'
import { parseStreamRecord } from '../../shared/table/stream-change.ts'

/** Nothing follows from it. */
const unreadable: Streamed = { kind: 'verification', before: undefined, after: undefined }

/** The outbox: hears of every change through the table's stream, performs what follows from it, and counts what is done. */
export const handler = processStreamBatch<DynamoDBRecord>(async records => {
  // One that does not open fails alone.
  const read = await Promise.allSettled(records.map(record => parseStreamRecord<Streamed>(record)))
  const changes = read.map(one => (one.status === 'fulfilled' ? one.value : unreadable))
  const performed = await performAll(changes.map(effectsOf))
  const ends = performed.map((end, place) => (read[place]?.status === 'rejected' ? read[place] : end))
  countTold(changes, ends)
  return ends
})
