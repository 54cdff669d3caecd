"""Find communities of a graph from edges and weak features of some labelled nodes."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Graph:
    def __init__(self, nodes=360, groups=3, features=12):
        self.labels = torch.randint(0, groups, (nodes,))
        same = self.labels[:, None] == self.labels[None, :]
        edges = torch.rand(nodes, nodes) < torch.where(same, 0.06, 0.01)
        edges = torch.triu(edges, diagonal=1)
        adjacency = (edges | edges.T).float() + torch.eye(nodes)
        degree = adjacency.sum(dim=1)
        self.adjacency = adjacency / torch.sqrt(degree[:, None] * degree[None, :])
        centres = torch.randn(groups, features)
        self.features = 0.4 * centres[self.labels] + torch.randn(nodes, features)
        order = torch.randperm(nodes)
        self.train_nodes, self.test_nodes = order[:120], order[120:]


class GraphConv(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)

    def forward(self, x, adjacency):
        return adjacency @ self.linear(x)


class GCN(nn.Module):
    def __init__(self, inputs, hidden, classes):
        super().__init__()
        self.conv1 = GraphConv(inputs, hidden)
        self.conv2 = GraphConv(hidden, classes)
        self.dropout = nn.Dropout(0.3)

    def forward(self, x, adjacency):
        x = F.relu(self.conv1(x, adjacency))
        x = self.dropout(x)
        return self.conv2(x, adjacency)


def accuracy(model, graph, nodes):
    model.eval()
    with torch.no_grad():
        predicted = model(graph.features, graph.adjacency).argmax(dim=1)
    return (predicted[nodes] == graph.labels[nodes]).float().mean().item()


def main():
    torch.manual_seed(13)
    graph = Graph()
    model = GCN(12, 16, 3)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-4)
    for epoch in range(150):
        model.train()
        optimizer.zero_grad()
        logits = model(graph.features, graph.adjacency)
        loss = F.cross_entropy(logits[graph.train_nodes], graph.labels[graph.train_nodes])
        loss.backward()
        optimizer.step()
        if epoch % 25 == 0:
            print(f"epoch {epoch} loss {loss.item():.3f}")
    print(f"quality: {accuracy(model, graph, graph.test_nodes):.4f}")


if __name__ == "__main__":
    main()
