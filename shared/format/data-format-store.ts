import {
  type DataFormat,
  type DeploymentMoment,
  formatAfter,
  type ReleaseFormats,
  unmarked,
} from './data-format.ts'
import { database } from '../table/driver.ts'
import { organisationsPartition } from '../account/kinds.ts'
import { dataFormatKey } from './data-format-kind.ts'
import { absent, conditionsMet } from '../table/port.ts'

/** Nothing of a customer is there without an organisation; heartbeats and keys are, from the first minute on. */
const holdsData = async (): Promise<boolean> =>
  (await database.query({ partition: organisationsPartition, limit: 1, consistent: true })).items.length > 0

/** Undefined as long as nothing is there whose format could matter. */
export const findDataFormat = async (): Promise<DataFormat | undefined> => {
  const found = await database.get<DataFormat>(dataFormatKey(), { consistent: true })
  if (!found) return (await holdsData()) ? unmarked : undefined
  const { oldest, newest, reads, release } = found
  return { oldest, newest, reads, release }
}

/** Two deployments, or one and a migration, may meet: whoever comes second looks again. */
const mostTries = 5

/** Records what a deployment does to the data. @throws Error for data of before 1.0 */
export const recordDeployment = async (
  release: ReleaseFormats,
  moment: DeploymentMoment,
): Promise<DataFormat> => {
  for (let tries = 0; tries < mostTries; tries++) {
    const found = await findDataFormat()
    if (found?.oldest === 0) throw new Error('command: the data is from before 1.0, and stays as it is')
    const next = formatAfter(found, release, moment)
    const condition = found
      ? {
          when: '#oldest = :oldest AND #newest = :newest AND #reads = :reads AND #release = :release',
          values: found,
        }
      : absent
    if (await conditionsMet(database.write({ put: { ...dataFormatKey(), ...next }, condition }))) return next
  }
  throw new Error('command: another deployment or migration changes the format at this moment')
}
