import { listLinks } from '../../shared/link/store.ts'
import type { World } from './environment.ts'
import { linkIn, messagesTo, messageTo } from './messages.ts'
import { addressOrder, applicant } from './orders.ts'
import { reachTable } from './reach-table.ts'

export interface Ordered {
  readonly id: number
  readonly link: string
}

const phone = '+2348000001010'

/** Nobody comes to this one, so that it stays open. */
export const person = { ...applicant, phone: '08000001010' }

/** Orders of the sandbox's client whose applicants are sent links; stores of this process look at the same table. */
export const openLinks = async (world: World) => {
  await reachTable(world.emulator)
  Object.assign(process.env, { LINK_SECRET: 'verification-local-link-key', PAGES_URL: world.url })
  const client = await world.client()
  const messages = () => messagesTo(world, phone)
  const newMessage = (before: number) => messageTo(world, phone, before)
  const keyOf = ({ id }: Ordered) =>
    ({ organisationId: world.organisationId, mode: 'test', verificationId: id }) as const
  let streets = 0
  return {
    client,
    messages,
    newMessage,
    keyOf,
    orderLink: async (changes: object = {}): Promise<Ordered> => {
      const before = messages().length
      const street = `${++streets} Linked Close`
      const order = addressOrder({ street, applicant: person, applicantLink: true, ...changes })
      const { body } = await client.post('/v1/addresses', order)
      return { id: body.id, link: linkIn(await newMessage(before)) }
    },
    stateOf: async (ordered: Ordered) =>
      (await listLinks(keyOf(ordered))).map(({ state }) => state).join(' '),
  }
}
