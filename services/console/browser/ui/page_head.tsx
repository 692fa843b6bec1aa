/** The head of a page: its title, how its service is, what can be done on it. */
import type { ComponentChildren } from "preact";
import { ServiceBadge, ServiceNotes } from "./service_head.tsx";

export function PageHead(
  { title, intro, service, actions }: {
    title: string;
    intro?: string;
    /** The service it shows, whose state stands beside the title. */
    service?: string;
    actions?: ComponentChildren;
  },
) {
  return (
    <>
      <header class="page-head">
        <div>
          <h1>{title} {service && <ServiceBadge name={service} />}</h1>
          {intro && (
            <p>
              <bdi>{intro}</bdi>
            </p>
          )}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {service && <ServiceNotes name={service} />}
    </>
  );
}
