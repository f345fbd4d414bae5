import { expect } from 'vitest'
import { announce } from '../../../infra/local/announcement.ts'
import type { ApiClient } from '../../support/api-client.ts'
import type { World } from '../../support/environment.ts'
import { eventually } from '../../support/eventually.ts'
import { addressOrder } from '../../support/orders.ts'
import { reachTable } from '../../support/reach-table.ts'
import type { Received } from '../../support/receiver.ts'
import { type Ended, run } from './run.ts'

export interface Commands {
  readonly world: World
  readonly client: ApiClient
  /** Of the customer's events. */
  readonly receiverUrl: string
  readonly organisation: readonly string[]
  /** The organisation in test mode. */
  readonly acme: readonly string[]
  /** A command on the emulator. */
  admin(command: string, ...words: readonly string[]): Promise<Ended>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  answered(command: string, ...words: readonly string[]): Promise<any>
  /** An order whose end has been told. */
  completed(street: string): Promise<number>
  receivedOf(verificationId: number): readonly Received[]
}

/** `npm run admin` for a world, with a customer in it who hears of events. */
export const openCommands = async (world: World): Promise<Commands> => {
  announce(world.emulator)
  await reachTable(world.emulator)
  const client = await world.client()
  const receiver = await world.receiver()
  await client.post('/v1/webhooks', { url: receiver.url })
  const organisation = ['--organisation', `${world.organisationId}`]
  const admin: Commands['admin'] = (command, ...words) =>
    run([...command.split(' '), ...words, '--port', new URL(world.url).port])
  return {
    world,
    client,
    receiverUrl: receiver.url,
    organisation,
    acme: [...organisation, '--mode', 'test'],
    admin,
    answered: async (command, ...words) => {
      const { code, out, err } = await admin(command, ...words, '--json')
      expect([code, err]).toEqual([0, ''])
      return JSON.parse(out)
    },
    completed: async street => {
      const { body } = await client.post('/v1/addresses', addressOrder({ street }))
      await eventually(() => receiver.received.some(({ id }) => id === `evt_${body.id}_completed`))
      return body.id
    },
    receivedOf: id => receiver.received.filter(one => one.id.startsWith(`evt_${id}_`)),
  }
}

/** What a function's line says, behind the function's name. */
export const logged = (line: string) => JSON.parse(line.slice(line.indexOf('{'))).message
