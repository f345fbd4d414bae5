import type { DynamoDBRecord } from 'aws-lambda'
import { toAttributes } from '../../shared/aws/attributes.ts'
import type { ItemChange } from './memory-table.ts'
import { died } from './scheduler.ts'
import type { Stream, World } from './world.ts'

const toRecord = ({ before, after }: ItemChange, index: number) =>
  ({
    dynamodb: {
      SequenceNumber: `${index}`,
      ...(before && { OldImage: toAttributes(before) }),
      ...(after && { NewImage: toAttributes(after) }),
    },
  }) as DynamoDBRecord

/** As Lambda reads a shard: a batch that failed comes again from its first change that failed. */
export const openStream = (world: World): Stream => {
  const { clock, random } = world
  const changes: ItemChange[] = []
  let position = 0
  let isBusy = false
  let most = 4

  const relay = async (): Promise<void> => {
    const size = 1 + Math.floor(random() * most)
    const batch = changes.slice(position, position + size)
    const Records = batch.map((change, index) => toRecord(change, position + index))
    const end = await clock.contain('relay', () => world.product.relay({ Records }).catch(() => died))
    // Lambda halves a batch whose function died.
    most = typeof end === 'object' ? 4 : 1
    if (typeof end === 'object') {
      const [failed] = end.batchItemFailures
      position = failed ? Number(failed.itemIdentifier) : position + batch.length
    }
    isBusy = false
    wake()
  }
  const wake = (): void => {
    if (isBusy || position >= changes.length) return
    isBusy = true
    clock.after(50 + random() * 500, () => world.launch(relay()))
  }
  return {
    push: change => {
      if (world.losing > 0) {
        world.losing--
        world.lost++
        return
      }
      changes.push(change)
      wake()
    },
  }
}
