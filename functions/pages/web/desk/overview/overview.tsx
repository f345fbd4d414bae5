import type { VNode } from 'preact'
import type { Session } from '../../../../../shared/http/contract/session.ts'

/** How the service stands, for the operator. */
export const Overview = ({ session }: { readonly session: Session }): VNode => <main>{session.id}</main>
