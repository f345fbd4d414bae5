import type { DynamoDBRecord } from 'aws-lambda'
import { processStreamBatch } from '../../shared/aws/batch.ts'
import { countChanges } from '../../shared/outbox/count-changes.ts'
import { effectsOf, type StreamedItem } from '../../shared/outbox/effect.ts'
import { performEffects } from '../../shared/outbox/perform.ts'
import { streamedKinds } from '../../shared/outbox/streamed-kinds.ts'
import { parseStreamRecord } from '../../shared/table/stream-change.ts'

/** Nothing follows from it. */
const unreadable: StreamedItem = { kind: 'verification', before: undefined, after: undefined }

/** The outbox: hears of every change through the table's stream, performs what follows from it, and counts what is done. */
export const handler = processStreamBatch<DynamoDBRecord>(async records => {
  // One that does not open fails alone.
  const read = await Promise.allSettled(
    records.map(record => parseStreamRecord<StreamedItem>(record, streamedKinds)),
  )
  const changes = read.map(one => (one.status === 'fulfilled' ? one.value : unreadable))
  const performed = await performEffects(changes.map(effectsOf))
  const ends = performed.map((end, index) => (read[index]?.status === 'rejected' ? read[index] : end))
  countChanges(changes, ends)
  return ends
})
