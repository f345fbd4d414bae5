import type { AttributeValue, DynamoDBRecord } from 'aws-lambda'
import { expect, it } from 'vitest'
import { factsOf } from '../../../shared/numbers/fact.ts'
import { effectsOf, type StreamedItem } from '../../../shared/outbox/effect.ts'
import { saveHeartbeat } from '../../../shared/outbox/heartbeat-store.ts'
import { streamedKinds, streamedSortKeys } from '../../../shared/outbox/streamed-kinds.ts'
import { parseStreamRecord } from '../../../shared/table/stream-change.ts'
import { startRecordedTable } from '../../support/recorded-table.ts'

type Image = Record<string, AttributeValue>

it('changes what the stream passes on with each beat, and nothing follows from it', async () => {
  await using table = await startRecordedTable()
  await saveHeartbeat(Date.parse('2026-11-22T10:00:00.000Z'))
  await saveHeartbeat(Date.parse('2026-11-22T10:05:00.000Z'))
  const [before, after] = table.calls.map(({ body }) => (JSON.parse(body) as { Item: Image }).Item)
  expect(after).toEqual({
    pk: { S: 'heartbeat' },
    sk: { S: 'heartbeat' },
    at: { S: '2026-11-22T10:05:00.000Z' },
  })
  expect(before).not.toEqual(after)
  expect(streamedSortKeys).toContain(after!.sk!.S)
  const record: DynamoDBRecord = { dynamodb: { OldImage: before!, NewImage: after! } }
  const change = await parseStreamRecord<StreamedItem>(record, streamedKinds)
  expect([effectsOf(change), factsOf(change)]).toEqual([[], []])
})
