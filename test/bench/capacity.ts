/*
 * What one address verification costs in DynamoDB's units, request by request, from creation to delivery:
 * node test/bench/capacity.ts
 */
import { eventually } from '../support/eventually.ts'
import { addressOrder } from '../support/orders.ts'
import { startWorld } from '../support/world.ts'
import { openMeter } from './dynamodb-units.ts'

await using world = await startWorld()
const client = await world.client()
const receiver = await world.receiver()
await client.post('/v1/webhooks', { url: receiver.url })
await client.get('/v1/addresses')
const start = world.region.recorded.length
await client.post('/v1/addresses', addressOrder())
// The last write of all. Asked through the API, the wait itself would cost units.
await eventually(() =>
  world.region.recorded
    .slice(start)
    .some(({ action, body }) => action === 'PutItem' && body.includes('attempt#')),
)
const recorded = world.region.recorded.slice(start)

const meter = openMeter()
const units = recorded
  .filter(({ service }) => service === 'dynamodb')
  .flatMap(one => meter(one.action, one.body))
const writes = units.filter(({ write }) => write > 0)
console.table(writes.map(({ label, write }) => ({ write: label, units: write })))
console.log(`${writes.reduce((sum, { write }) => sum + write, 0)} WRU from creation to delivery (goal 14)`)
const reads = units.filter(({ read }) => read > 0)
console.log(`${reads.reduce((sum, { read }) => sum + read, 0)} RRU`)
console.log(`${recorded.filter(({ action }) => action === 'TaskInput').length} workflow states (goal 1)`)
