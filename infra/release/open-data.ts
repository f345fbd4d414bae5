import { type DataFormat, type DeploymentMoment, unmarked } from '../../shared/format/data-format.ts'
import { type DataPlace, refusalOfData, type Release } from './formats.ts'

/** Asks the administer function. */
export type Administer = (command: object) => Promise<object>

/** Null where nothing has been deployed completely. @param answer of `showStage`; that of before 1.0 did not speak of data */
export const dataIn = (answer: object): DataFormat | null => {
  const { data = unmarked } = answer as { readonly data?: DataFormat | null }
  return data
}

export const recordDeployment = (
  administer: Administer,
  { version, readsFrom, readsTo, writes }: Release,
  moment: DeploymentMoment,
): Promise<object> => administer({ command: 'recordDeployment', version, readsFrom, readsTo, writes, moment })

/** Goes on with data that no other code works on. @throws Error that says what to run first */
export const openData = async (administer: Administer, release: Release, place: DataPlace): Promise<void> => {
  const data = dataIn(await administer({ command: 'showStage' }))
  const refusal = data && refusalOfData(data, release, place)
  if (refusal) throw new Error(refusal)
  await recordDeployment(administer, release, 'complete')
}
