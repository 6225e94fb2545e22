import type { ComponentChildren, VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { Layout } from '../parts/layout.tsx'
import type { ThreadEntry } from './thread-door.ts'

/** The layout of pages that belong to a thread: they link back to it. */
export function ThreadFrame({
  entry: { viewer, visit },
  title,
  path,
  children,
}: {
  entry: ThreadEntry
  title: string
  path: string
  children: ComponentChildren
}): VNode {
  const thread = visit.thread.discussion.title
  return (
    <Layout
      title={`${title} · ${thread}`}
      group_name={fullName(visit.in_group.group, visit.in_group.parent)}
      viewer={viewer}
      crumbs={[{ label: thread, href: path }]}
      sheets={['thread', 'beside-thread']}
    >
      <h1>{title}</h1>
      {children}
    </Layout>
  )
}
