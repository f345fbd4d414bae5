import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Emulator } from '../emulator/emulator.ts'
import { stateFolder } from './state-folder.ts'

export interface Announcement {
  readonly gateway: string
  readonly accessKeyId: string
  readonly administerFunction: string
  readonly userPoolId: string | undefined
}

const fileOf = (port: number): string => join(stateFolder(), 'local', `${port}.json`)

/** Tells `npm run admin` in other terminals how to reach this environment. A failure is not fatal. */
export const announce = ({ url, environment, outputs }: Emulator): void => {
  const announcement: Announcement = {
    gateway: environment.AWS_ENDPOINT_URL!,
    accessKeyId: environment.AWS_ACCESS_KEY_ID!,
    administerFunction: outputs.AdministerFunction!,
    userPoolId: outputs.UserPoolId,
  }
  const file = fileOf(Number(new URL(url).port))
  try {
    mkdirSync(dirname(file), { recursive: true })
    rmSync(file, { force: true })
    // It gives full access to this environment's data.
    writeFileSync(file, JSON.stringify(announcement), { mode: 0o600, flag: 'wx' })
    process.once('exit', () => rmSync(file, { force: true }))
  } catch (error) {
    console.error(`npm run admin will not find this local environment: ${(error as Error).message}`)
  }
}

export const announcedAt = (port: number): Announcement | undefined => {
  try {
    return JSON.parse(readFileSync(fileOf(port), 'utf8')) as Announcement
  } catch {
    return undefined
  }
}
