import type { DynamoDBRecord } from 'aws-lambda'
import { allChanges } from '../../shared/aws/batch.ts'
import { countTold } from '../../shared/outbox/counted.ts'
import { effectsOf, type Streamed } from '../../shared/outbox/effect.ts'
import { performAll } from '../../shared/outbox/perform.ts'
import { streamedChangeOf } from '../../shared/table/change.ts'

/** The outbox: hears of every change through the table's stream, performs what follows from it, and counts what is done. */
export const handler = allChanges<DynamoDBRecord>(async records => {
  const changes = records.map(record => streamedChangeOf<Streamed>(record))
  const ends = await performAll(changes.map(effectsOf))
  countTold(changes, ends)
  return ends
})
