import type { VNode } from 'preact'
import type { Session } from '../../../../../shared/http/contract/session.ts'

/** Where reviewers decide. */
export const Review = ({ session }: { readonly session: Session }): VNode => <main>{session.id}</main>
