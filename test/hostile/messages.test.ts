import { expect, it } from 'vitest'
import { eventsIn } from '../../shared/trail/entry.ts'
import { readTrail } from '../../shared/trail/read-store.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { messagesTo } from '../support/messages.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'

/* Text messages cost money, and an order names whom one goes to. */

const world = await joinWorld()
await reachTable(world.emulator)
const live = await world.client('local-live')

/** Premium, foreign and satellite numbers. */
const prefixes = [
  '+234700',
  '+254900',
  '+371900',
  '+8816',
  '+4479',
  '+1900',
  '+882',
  '+25290',
  '+97259',
  '+960',
]

it('sixty orders with expensive numbers send no message: each is accepted, and its trail says why', async () => {
  const phones = Array.from({ length: 60 }, (_, at) =>
    `${prefixes[at % prefixes.length]}${1_000_000 + at}1234`.slice(0, 14),
  )
  const orders = await Promise.all(
    phones.map((phone, at) =>
      live.post(
        '/v1/addresses',
        addressOrder({
          street: `${at} Premium Road`,
          applicant: { ...applicant, phone },
          applicantLink: true,
        }),
      ),
    ),
  )
  expect(orders.map(({ status }) => status)).toEqual(phones.map(() => 201))
  for (const { body } of orders)
    expect(
      await eventually(async () => {
        const { organisationId } = world
        const trail = await readTrail({ organisationId, mode: 'live', verificationId: body.id })
        return eventsIn(trail).find(({ what }) => what === 'messageRefused')
      }),
    ).toMatchObject({
      by: 'service',
      facts: { purpose: 'applicant', number: 1, channel: 'sms', reason: 'outsideCountries' },
    })
  expect(phones.flatMap(phone => messagesTo(world, phone))).toEqual([])
  expect(world.logLines.filter(line => line.includes('"MessagesRefused":1'))).toHaveLength(60)
})

it('a number of our countries is sent its message', async () => {
  const order = addressOrder({ applicant: { ...applicant, phone: '+254712000061' }, applicantLink: true })
  await live.post('/v1/addresses', order)
  await eventually(() => messagesTo(world, '+254712000061').length === 1)
})
