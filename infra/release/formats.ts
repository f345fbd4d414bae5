import type { DataFormat, ReleaseFormats } from '../../shared/format/data-format.ts'
import type { StageSettings } from '../stage-settings.ts'
import { version } from '../version.ts'

/** A release, with the releases that were the first to read and to write each format. */
export interface Release extends ReleaseFormats {
  readonly formats: readonly { readonly format: number; readonly read: string; readonly written: string }[]
}

export const thisRelease: Release = {
  version,
  readsFrom: 1,
  readsTo: 1,
  writes: 1,
  formats: [{ format: 1, read: '1.0.0', written: '1.0.0' }],
}

/** Where data lies, in the words of a sentence that refuses it. */
export interface DataPlace {
  /** Begins the sentence: `The stage prod`. */
  readonly name: string
  /** Puts a release on this data. */
  readonly startCommand: string
  readonly migrateCommand: string
  /** What to do about data from before 1.0. */
  readonly anew: string
}

export const stagePlace = ({ name, keepsData }: StageSettings): DataPlace => ({
  name: `The stage ${name}`,
  startCommand: `npm run deploy -- -c stage=${name}`,
  migrateCommand: `npm run admin -- migrate --stage ${name}`,
  anew: keepsData
    ? 'stay with the release that wrote it'
    : `remove it first: npm run admin -- empty --stage ${name} --yes && npx cdk destroy --all -c stage=${name}`,
})

export const folderPlace = (folder: string): DataPlace => ({
  name: `The folder ${folder}`,
  startCommand: `npm start -- --data ${folder}`,
  migrateCommand: 'npm run admin -- migrate',
  anew: `begin with a new folder: npm start -- --data ${folder}-${version}`,
})

/** What runs here on a port may have its data in a folder or in memory. */
export const localPlace = (name: string): DataPlace => ({
  name,
  startCommand: 'npm start',
  migrateCommand: 'npm run admin -- migrate',
  anew: 'begin with a new folder: npm start -- --data FOLDER',
})

const take = (release: string, command: string): string => `git checkout v${release} && npm ci && ${command}`

const releaseOf = ({ formats }: Release, format: number, did: 'read' | 'written'): string =>
  formats.find(each => each.format === format)![did]

/** Why a release cannot go on with this data, and the command to run first; undefined where it can. */
export const refusalOfData = (data: DataFormat, release: Release, place: DataPlace): string | undefined => {
  const { name, startCommand, migrateCommand, anew } = place
  const { version: own, readsFrom, readsTo } = release
  if (data.oldest === 0) return `${name} holds data from before 1.0, which no release can read: ${anew}`
  if (data.newest > readsTo)
    return `${name} holds data of ${data.release}, which this release, ${own}, cannot read; go forward: ${take(data.release, startCommand)}`
  if (data.oldest >= readsFrom) return undefined
  const oldest = releaseOf(release, data.oldest, 'written')
  const needed = releaseOf(release, readsFrom, 'written')
  const why = `${name} holds data of ${oldest}, which this release, ${own}, cannot read`
  return data.newest < readsFrom
    ? `${why}; go by ${needed} first: ${take(needed, startCommand)}`
    : `${why}; migrate it with ${needed} first: ${take(needed, migrateCommand)}`
}

/** As for any use of the data; besides, the code that runs until a deployment is complete has to read what the new one writes. */
export const refusalOfDeployment = (
  data: DataFormat,
  release: Release,
  place: DataPlace,
): string | undefined => {
  const refusal = refusalOfData(data, release, place)
  if (refusal !== undefined || release.writes <= data.reads) return refusal
  const needed = releaseOf(release, release.writes, 'read')
  return `${place.name} runs ${data.release}, which cannot read what this release, ${release.version}, writes; go by ${needed} first: ${take(needed, place.startCommand)}`
}
