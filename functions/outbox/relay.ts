import type { DynamoDBRecord } from 'aws-lambda'
import { allChanges } from '../../shared/aws/batch.ts'
import { effectsOf } from '../../shared/outbox/effect.ts'
import { performAll } from '../../shared/outbox/perform.ts'
import { streamedChangeOf } from '../../shared/table/change.ts'

/** The outbox: hears of every change through the table's stream and performs what follows from it. */
export const handler = allChanges<DynamoDBRecord>(records =>
  performAll(records.map(record => effectsOf(streamedChangeOf(record)))),
)
