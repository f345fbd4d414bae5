import { readSiteFile } from './site.ts'

/** Who runs the stage, for people who have no account: its setting `operator`. */
export interface OperatorIdentity {
  readonly legalName: string
  readonly registrationNumber: string
  /** In one line. */
  readonly postalAddress: string
  readonly phone: string
  /** An https address; null where there is none. */
  readonly privacyNotice: string | null
  /** A `data:` URL of a PNG or an SVG, which an `img` shows without its scripts and loads. */
  readonly logo: string | null
}

/** Null where the stage names nobody. */
export const readOperator = (): OperatorIdentity | null => JSON.parse(readSiteFile('operator.json'))
