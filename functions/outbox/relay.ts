import type { DynamoDBRecord } from 'aws-lambda'
import { eachChange } from '../../shared/aws/batch.ts'
import { effectsOf } from '../../shared/outbox/effect.ts'
import { perform } from '../../shared/outbox/perform.ts'
import { streamedChangeOf } from '../../shared/table/change.ts'

/** The outbox: hears of every change through the table's stream and performs what follows from it. */
export const handler = eachChange<DynamoDBRecord>(async record => {
  for (const effect of effectsOf(streamedChangeOf(record))) await perform(effect)
})
