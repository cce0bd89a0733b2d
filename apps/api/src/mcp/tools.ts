/** A tool that an agent calls: one operation of the HTTP API, with some of its parameters. */
export interface ToolSource {
  readonly name: string;
  readonly title: string;
  /** Tells an agent when to choose the tool, and what its numbers mean. */
  readonly description: string;
  readonly method: 'get' | 'post';
  /** The path in the OpenAPI document, without the prefix. */
  readonly path: string;
  /** Parameters of the path and the query, or fields of the body. */
  readonly takes: readonly string[];
  /** Values that the agent cannot choose. */
  readonly fixed?: Readonly<Record<string, unknown>>;
}

/** Pages are small, because an agent reads them whole. */
export const PAGE = { default: 10, maximum: 25 };

/** Every tool that calls the API, in the order in which agents see them. The first word says what the tool does. */
export const TOOLS: readonly ToolSource[] = [
  {
    name: 'find_customers',
    title: 'Find customers',
    description:
      'Lists customers by label, lifecycle, score, lateness, orders, spend, categories bought or segment, those most at risk first. `churn.score` is the probability from 0 to 1 of no further order within the shop\'s horizon; amounts are in the currency of the shop. For those to contact first, take lifecycle ["second_order_due", "slipping"] and sort "revenue_at_risk_desc".',
    method: 'get',
    path: '/customers',
    takes: ['churn_label', 'lifecycle', 'min_score', 'max_score', 'late_since_from', 'late_since_to', 'last_order_from', 'last_order_to', 'orders_min', 'orders_max', 'spend_min', 'spend_max', 'marketing_consent', 'bought', 'never_bought', 'control_group', 'segment', 'external_id_prefix', 'sort', 'limit', 'cursor'], // prettier-ignore
  },
  {
    name: 'get_customer',
    title: 'Get a customer',
    description: 'Shows the orders, spend, lifecycle, consent, control group and money at risk of one customer.',
    method: 'get',
    path: '/customers/{external_id}',
    takes: ['external_id'],
  },
  {
    name: 'explain_customer',
    title: 'Explain the score of a customer',
    description:
      'Shows the score of one customer with its label, confidence, reasons in words, the time in which the next order is expected, and the history of the score.',
    method: 'get',
    path: '/customers/{customer_id}/churn',
    takes: ['customer_id'],
  },
  {
    name: 'shop_overview',
    title: 'Overview of the shop',
    description:
      'Counts the customers in each stage (new, second order due, active, slipping, lost), who moved this week, the revenue at risk, and whether fewer customers come back than expected.',
    method: 'get',
    path: '/analytics/lifecycle',
    takes: ['trend_days'],
  },
  {
    name: 'weekly_digest',
    title: 'Digest of a week',
    description: 'Shows what changed in one week, as in the weekly mail of the owner. Without `week` it is the last whole one.',
    method: 'get',
    path: '/churn/digest',
    takes: ['week'],
  },
  {
    name: 'model_quality',
    title: 'Quality of the model: can I trust the scores?',
    description:
      'Shows which model scores the shop, how well it ranked customers and how far its level was off when it was replayed on the past of this shop.',
    method: 'get',
    path: '/churn/model',
    takes: [],
  },
  {
    name: 'check_past',
    title: 'Compare a past list with what happened',
    description: 'Compares the scores of three months ago with who ordered since, by label and for the customers most at risk then.',
    method: 'get',
    path: '/churn/backtest',
    takes: ['limit', 'cursor'],
  },
  {
    name: 'recent_event_errors',
    title: 'Recent refused events',
    description:
      'Lists events of the last 30 days that were refused, each with the rule that it breaks. Empty means that data arrives well.',
    method: 'get',
    path: '/events',
    takes: ['since', 'customer_id', 'order_id', 'event_id', 'limit', 'cursor'],
    fixed: { status: 'rejected' },
  },
  {
    name: 'list_segments',
    title: 'List segments',
    description: 'Lists the named sets of customers with their sizes. Other tools take the id of a segment.',
    method: 'get',
    path: '/segments',
    takes: [],
  },
  {
    name: 'list_campaigns',
    title: 'List campaigns',
    description: 'Lists the campaigns of the shop with audience, status and how many customers they reached.',
    method: 'get',
    path: '/campaigns',
    takes: ['status', 'limit', 'cursor'],
  },
  {
    name: 'campaign_results',
    title: 'Results of a campaign',
    description:
      'Compares the customers whom a campaign contacted with its control group: return rates, the uplift in points with its interval, money, and a verdict.',
    method: 'get',
    path: '/campaigns/{id}/results',
    takes: ['id'],
  },
  {
    name: 'preview_audience',
    title: 'Preview an audience',
    description:
      'Counts who would get a campaign with these settings, who is left out and why, and how many customers a result needs. It stores and sends nothing.',
    method: 'post',
    path: '/campaigns/preview',
    takes: [
      'audience',
      'holdout_percent',
      'cooldown_days',
      'window_days',
      'max_recipients',
      'include_unsubscribed',
      'arms',
      'hoped_effect',
    ],
  },
  {
    name: 'draft_segment',
    title: 'Create a segment',
    description: 'Saves conditions on customers under a name. It changes no customer and sends nothing.',
    method: 'post',
    path: '/segments',
    takes: ['name', 'filter'],
  },
  {
    name: 'draft_campaign',
    title: 'Draft a campaign',
    description:
      'Saves a campaign as a draft whose list a person downloads. It sends nothing: a person reads the draft in the dashboard and sends it.',
    method: 'post',
    path: '/campaigns',
    takes: ['name', 'audience', 'holdout_percent', 'cooldown_days', 'window_days', 'max_recipients', 'arms', 'hoped_effect'],
    fixed: { status: 'draft', channel: 'download' },
  },
];
