import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiClient, apiClient } from '../../support/api-client.ts'
import { addressOrder, applicant } from '../../support/orders.ts'
import { runToEnd } from './local-process.ts'

/** `npm start` that ends by itself. */
export const start = (args: readonly string[], options: Parameters<typeof runToEnd>[2] = {}) =>
  runToEnd('infra/local/main.ts', args, { ...options, env: { PORT: '0', ...options.env } })

export const signInLocally = (url: string, clientId = 'local-test'): Promise<ApiClient> =>
  apiClient(url, clientId, `${clientId}-secret`)

/** What is accepted stays as it is: only that it is there matters. */
const nobodyVisits = { ...applicant, phone: '08000001010' }

export interface LocalData {
  readonly folder: string
  readonly data: string
  /** What was accepted before it ended. */
  readonly accepted: readonly number[]
  /** Answers whether it was accepted. */
  order(url: string, name: string): Promise<boolean>
  /** How many of those that were accepted are there. */
  countFound(url: string): Promise<number>
  remove(): void
}

/** A folder for the data of a local environment, and what was accepted into it. */
export const openLocalData = (): LocalData => {
  const folder = mkdtempSync(join(tmpdir(), 'verification-local-'))
  const accepted: number[] = []
  return {
    folder,
    data: join(folder, 'a new', 'folder'),
    accepted,
    order: async (url, name) => {
      const client = await signInLocally(url)
      const { status, body } = await client.post(
        '/v1/addresses',
        addressOrder({ street: `${name} Street`, applicant: nobodyVisits }),
      )
      if (status === 201) accepted.push(body.id)
      return status === 201
    },
    countFound: async url => {
      const client = await signInLocally(url)
      const answers = await Promise.all(accepted.map(id => client.get(`/v1/addresses/${id}`)))
      return answers.filter(({ status }) => status === 200).length
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
