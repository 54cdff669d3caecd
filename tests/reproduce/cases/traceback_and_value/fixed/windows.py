def windows(series, size, stride=1):
    count = (len(series) - size) // stride + 1
    found = [series[i * stride : i * stride + size] for i in range(count)]
    if not found:
        raise ValueError("no window fits")
    return found
