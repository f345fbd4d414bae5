import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Emulator } from '../emulator/emulator.ts'

/** How to administer a laptop that runs: where its services are, as whom, and which function it is. */
export interface Announcement {
  readonly gateway: string
  readonly accessKeyId: string
  readonly administerFunction: string
  /** Undefined where people have another issuer. */
  readonly userPoolId: string | undefined
}

/** Where tools keep what they can do without; it is the user's own, like all of the folder. */
const folder = new URL('../../node_modules/.cache/verification-local/', import.meta.url).pathname

const fileOf = (port: number): string => join(folder, `${port}.json`)

const write = (file: string, announcement: Announcement): void => {
  mkdirSync(folder, { recursive: true })
  rmSync(file, { force: true })
  // Whoever can read it may do anything with this laptop's data.
  writeFileSync(file, JSON.stringify(announcement), { mode: 0o600, flag: 'wx' })
  process.once('exit', () => rmSync(file, { force: true }))
}

/** Says to the user's other terminals how this laptop is administered, as long as this process lives. It runs without, too. */
export const announce = ({ url, environment, outputs }: Emulator): void => {
  try {
    write(fileOf(Number(new URL(url).port)), {
      gateway: environment.AWS_ENDPOINT_URL!,
      accessKeyId: environment.AWS_ACCESS_KEY_ID!,
      administerFunction: outputs.AdministerFunction!,
      userPoolId: outputs.UserPoolId,
    })
  } catch (error) {
    console.error(`npm run admin will not find this laptop: ${(error as Error).message}`)
  }
}

/** How the laptop on this port is administered; undefined if none has said so. */
export const announcedAt = (port: number): Announcement | undefined => {
  try {
    return JSON.parse(readFileSync(fileOf(port), 'utf8')) as Announcement
  } catch {
    return undefined
  }
}
