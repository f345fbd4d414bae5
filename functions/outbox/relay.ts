import type { DynamoDBRecord } from 'aws-lambda'
import { eachChange } from '../../shared/aws/batch.ts'
import {
  effectsOfAssignment,
  effectsOfLateLookup,
  effectsOfVerification,
} from '../../shared/outbox/effect.ts'
import { perform } from '../../shared/outbox/perform.ts'
import { readImage } from '../../shared/table/image.ts'

/** What follows from one change of the table, by the kind of item that changed. */
const effectsOf = ({ dynamodb: change }: DynamoDBRecord) => {
  const [before, after] = [change?.OldImage, change?.NewImage]
  if (!after) return [] // deleted by retention: nobody is told
  const kind = after.sk?.S
  if (kind === 'assignment') return effectsOfAssignment(readImage(before), readImage(after)!)
  if (kind === 'late-lookup') return effectsOfLateLookup(readImage(before), readImage(after)!)
  if (kind === 'verification') return effectsOfVerification(readImage(before), readImage(after)!)
  return [] // the stream's filter drops other kinds before they come here
}

/** The outbox: hears of every change through the table's stream and performs what follows from it. */
export const handler = eachChange<DynamoDBRecord>(async record => {
  for (const effect of effectsOf(record)) await perform(effect)
})
